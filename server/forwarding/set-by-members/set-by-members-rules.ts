import type { DB } from '../../../db/schema.ts';
import { inboxKey } from '../../addresses/inbox-key.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { notifyLostInboxes } from '../change-notice-rules.ts';
import { deferMail } from '../shared/mail-deferral-store.ts';
import {
  type EndedInboxes,
  endChosenInboxes,
  endMemberInboxAt,
  inboxesSetByMembers,
  keepInboxesSetBy,
  lockHandlesChangedBy,
} from './set-by-members-store.ts';

/** Returns the inboxes of a handle that its members have set, by the id of the member. */
export async function setInboxesByMember(db: Queryable, handleId: number): Promise<Map<number, string[]>> {
  const byMember = new Map<number, string[]>();
  for (const { memberId, address } of await inboxesSetByMembers(db, handleId)) {
    const known = byMember.get(memberId) ?? [];
    if (!known.includes(address)) byMember.set(memberId, [...known, address]);
  }
  return byMember;
}

/**
 * Ends the inboxes of a locked handle that a member has set, or assigns them to the owner. Returns those that ended,
 * and notifies the inboxes that lose mail. If the handle has no inbox left, its mail is deferred for a day.
 */
export async function releaseInboxes(
  trx: Transaction<DB>,
  handle: { id: number; handle: string },
  memberId: number,
  { keep, now }: { keep: boolean; now: Date },
): Promise<string[]> {
  if (keep) {
    await keepInboxesSetBy(trx, handle.id, memberId);
    return [];
  }
  const ended = await endChosenInboxes(trx, handle.id, (inbox) => inbox.memberId === memberId);
  if (!ended) return [];
  await tellOfEnded(trx, handle, ended, now);
  return ended.all;
}

async function tellOfEnded(
  trx: Transaction<DB>,
  handle: { id: number; handle: string },
  { isLast, verified }: EndedInboxes,
  now: Date,
): Promise<void> {
  if (isLast) await deferMail(trx, handle.id, now);
  await notifyLostInboxes(trx, handle.handle, verified);
}

/**
 * Ends the inboxes at addresses that an undone change gave to an account, at handles whose inboxes or team the account has
 * changed since then: nobody but this account can have verified them. Returns these handles, and those that lost an inbox.
 */
export async function endInboxesSince(
  trx: Transaction<DB>,
  { accountId, addresses, since, now }: { accountId: number; addresses: string[]; since: Date; now: Date },
): Promise<{ changed: string[]; ended: string[] }> {
  const keys = addresses.map(inboxKey);
  const handles = await lockHandlesChangedBy(trx, accountId, now.getTime() - since.getTime());
  const withEnded: string[] = [];
  for (const handle of handles) {
    const ended = await endChosenInboxes(trx, handle.id, ({ address }) => keys.includes(inboxKey(address)));
    if (ended) await tellOfEnded(trx, handle, ended, now);
    const endedOfMember = await endMemberInboxAt(trx, { handleId: handle.id, accountId }, keys);
    if (ended || endedOfMember) withEnded.push(handle.handle);
  }
  return { changed: handles.map(({ handle }) => handle), ended: withEnded };
}

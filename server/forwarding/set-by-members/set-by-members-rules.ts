import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { notifyLostInboxes } from '../change-notice-rules.ts';
import { deferMail } from '../shared/mail-deferral-store.ts';
import { endInboxesSetBy, inboxesSetByMembers, keepInboxesSetBy } from './set-by-members-store.ts';

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
 * Ends the inboxes of a locked handle that a member has set, or makes them those of the owner, and returns those that ended. Senders
 * wait for a day if the handle has no inbox left. Notifies the inboxes that lose mail.
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
  const ended = await endInboxesSetBy(trx, handle.id, memberId);
  if (!ended) return [];
  if (ended.isLast) await deferMail(trx, handle.id, now);
  await notifyLostInboxes(trx, handle.handle, ended.verified);
  return ended.all;
}

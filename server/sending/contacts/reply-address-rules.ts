import { type Role, roleIncludes } from '../../../contract/roles.ts';
import { DAY } from '../../../contract/time.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import type { Queryable } from '../../platform/db/database.ts';
import {
  findFreshTokens,
  findTokens,
  type HandlePerson,
  type TokenRow,
  updateSent,
  upsertReceived,
  upsertTokens,
} from './reply-address-store.ts';
import { newReplyName, replyNamesExpiredBefore } from './reply-names.ts';

/**
 * Returns the tokens of people at handles, in order; creates those that are missing or expired. The use of a token is
 * written at most once a day.
 */
export async function tokensOf(db: Queryable, people: HandlePerson[], now: Date): Promise<(string | undefined)[]> {
  const fresh = await findFreshTokens(db, people, new Date(now.getTime() - DAY));
  const missing = people.filter((_, at) => fresh[at] === null).map((person) => ({ ...person, token: newReplyName() }));
  if (missing.length === 0) return fresh.map((token) => token ?? undefined);
  const created = await upsertTokens(db, missing, { now, expired: replyNamesExpiredBefore(now) });
  let next = 0;
  return fresh.map((token) => token ?? created[next++]);
}

/** The contact of a usable token, and the inboxes of the people who manage the handle and may use it. */
export type UsableToken = TokenRow & { inboxes: string[]; readers: string[] };

/** Returns the contacts of tokens, in order; null for tokens that must not be used. */
export async function findReplyTokens(db: Queryable, tokens: string[], now: Date): Promise<(UsableToken | null)[]> {
  const rows = await findTokens(db, tokens, replyNamesExpiredBefore(now));
  const usable = new Map<string, UsableToken>();
  for (const row of rows) {
    if (!isEntitled(row, 'sending')) continue;
    const members = isEntitled(row, 'teams') ? (row.members ?? []) : [];
    const [managers, readers] = [true, false].map((manages) =>
      members.filter(({ role }) => roleIncludes(role as Role, 'mail') === manages).map(({ address }) => address),
    );
    const own = [row.inbox, row.backup_address].filter((address) => address !== null);
    const inboxes = [...own, ...(managers ?? [])];
    if (inboxes.length > 0) usable.set(row.token, { ...row, inboxes, readers: readers ?? [] });
  }
  return tokens.map((token) => usable.get(token) ?? null);
}

/** A message from or to a contact of a handle. */
export type ContactUse = HandlePerson & { kind: 'received' | 'sent'; at: string };

/** Records authors and recipients of messages. */
export async function recordContactUses(db: Queryable, uses: ContactUse[]): Promise<void> {
  const received = uses.filter(({ kind }) => kind === 'received');
  const sent = uses.filter(({ kind }) => kind === 'sent');
  if (received.length > 0)
    await upsertReceived(
      db,
      received.map((use) => ({ ...use, token: newReplyName() })),
    );
  if (sent.length > 0) await updateSent(db, sent);
}

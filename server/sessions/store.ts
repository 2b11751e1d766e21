import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';
import { idleSince } from '../platform/http/sessions/session-store.ts';

/** Returns the sessions of an account that have not ended, the current one first, then the most recently used. */
export async function findSessions(db: Queryable, { accountId, current, now }: Owner & { now: Date }) {
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'network', 'method', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince(now))
    .orderBy(sql`id = ${current}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** An account, and the session that made the request. */
export interface Owner {
  accountId: number;
  current: number;
}

/** Ends a session of an account. Returns false if the account has no such session. */
export async function deleteSessionOf(db: Queryable, accountId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Ends the sessions of an account, except `current`. Returns how many there were. */
export async function deleteSessionsOf(db: Queryable, accountId: number, current?: number): Promise<number> {
  let query = db.deleteFrom('sessions').where('account_id', '=', accountId);
  if (current !== undefined) query = query.where('id', '<>', current);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Ends the sessions of all accounts. Returns how many there were. */
export async function deleteEverySession(db: Queryable): Promise<number> {
  return Number((await db.deleteFrom('sessions').executeTakeFirst()).numDeletedRows);
}

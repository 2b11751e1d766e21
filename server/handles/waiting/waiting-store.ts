import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

export interface WaitingClaim {
  id: number;
  handle: string;
  email: string;
  created_at: Date;
}

const COLUMNS = ['id', 'handle', 'email', 'created_at'] as const;

/** Inserts a waiting claim; returns false if another one waits for the handle. */
export async function insertWaiting(
  trx: Transaction<DB>,
  claim: { handle: string; email: string; inbox_key: string; created_at: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('waiting_claims')
    .values(claim)
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Returns whether the owner of an address waits for a handle. */
export async function isWaiting(db: Queryable, { handle, email }: { handle: string; email: string }): Promise<boolean> {
  const row = await db
    .selectFrom('waiting_claims')
    .select('id')
    .where('handle', '=', handle)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the waiting claims, all of them and those of an inbox. */
export async function countWaiting(db: Queryable, inboxKey: string): Promise<{ all: number; ofInbox: number }> {
  const row = await db
    .selectFrom('waiting_claims')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere('inbox_key', '=', inboxKey).as('ofInbox'),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(row.all), ofInbox: Number(row.ofInbox) };
}

/** Ends a waiting claim and returns it; undefined if somebody has decided it already. */
export async function takeWaiting(trx: Transaction<DB>, id: number): Promise<WaitingClaim | undefined> {
  return trx.deleteFrom('waiting_claims').where('id', '=', id).returning(COLUMNS).executeTakeFirst();
}

/** Ends up to 500 claims that have waited since before a time, and returns them. */
export async function takeWaitingSince(trx: Transaction<DB>, before: Date): Promise<WaitingClaim[]> {
  const due = trx
    .selectFrom('waiting_claims')
    .select('id')
    .where('created_at', '<=', before)
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .skipLocked();
  return trx.deleteFrom('waiting_claims').where('id', 'in', due).returning(COLUMNS).execute();
}

import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

const COLUMNS = ['id', 'handle', 'account_id', 'given_up_at'] as const;

/** Returns up to `max` handles with ids above `after` that were given up before `moment`. */
export async function givenUpBefore(db: Queryable, moment: Date, { after, max }: { after: number; max: number }) {
  return db
    .selectFrom('handles')
    .select(COLUMNS)
    .where('given_up_at', '<=', moment)
    .where('id', '>', after)
    .orderBy('id')
    .limit(max)
    .execute();
}

/**
 * Locks a handle that was given up at this time and has not been kept since: its owner cannot keep it until the
 * transaction ends.
 */
export async function lockGivenUp(trx: Transaction<DB>, id: number, givenUpAt: Date) {
  return trx
    .selectFrom('handles')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('given_up_at', '=', givenUpAt)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the handles that an account has given up since a point in time, as `lockGivenUp` does, and returns them. */
export async function lockGivenUpSince(trx: Transaction<DB>, accountId: number, since: Date) {
  return trx
    .selectFrom('handles')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('given_up_at', '>=', since)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Returns the addresses of the members of a handle, without those who are only invited. */
export async function memberAddresses(db: Queryable, handleId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('handle_members')
    .select('email')
    .where('handle_id', '=', handleId)
    .where('account_id', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ email }) => email);
}

/** Returns whether a handle is offered to another account. */
export async function isOffered(db: Queryable, handleId: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('handle_transfers')
    .select('id')
    .where('handle_id', '=', handleId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the address of an account. */
export async function addressOf(db: Queryable, accountId: number): Promise<string> {
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return email;
}

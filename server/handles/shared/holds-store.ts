import type { Queryable } from '../../platform/db/database.ts';

export interface Hold {
  handle: string;
  /** The reference of the payment for which the handle is held. */
  holder: string;
  inboxKey: string;
  /** Hash of the secret of the browser that placed the order, or null. */
  browserHash: Buffer | null;
  /** Network of the client that placed the order; null if no limit applies. */
  network: string | null;
  expiresAt: Date;
}

/**
 * Holds a handle with a single statement, so that only one of several concurrent calls succeeds. Returns false while
 * another hold of the handle is active.
 */
export async function insertHold(db: Queryable, hold: Hold, now: Date): Promise<boolean> {
  const values = {
    holder: hold.holder,
    inbox_key: hold.inboxKey,
    browser_hash: hold.browserHash,
    network: hold.network,
    expires_at: hold.expiresAt,
  };
  const result = await db
    .insertInto('handle_holds')
    .values({ handle: hold.handle, ...values })
    .onConflict((conflict) => conflict.column('handle').doUpdateSet(values).where('handle_holds.expires_at', '<=', now))
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Extends a hold and removes it from the limits of its network. Returns false if the payment does not hold the handle. */
export async function extendHold(
  db: Queryable,
  { handle, holder, expiresAt }: Pick<Hold, 'handle' | 'holder' | 'expiresAt'>,
): Promise<boolean> {
  const result = await db
    .updateTable('handle_holds')
    .set({ expires_at: expiresAt, network: null })
    .where('handle', '=', handle)
    .where('holder', '=', holder)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Returns the active hold of a handle. */
export async function activeHold(
  db: Queryable,
  handle: string,
  now: Date,
): Promise<{ holder: string; browserHash: Buffer | null } | undefined> {
  return db
    .selectFrom('handle_holds')
    .select(['holder', 'browser_hash as browserHash'])
    .where('handle', '=', handle)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Returns whether a browser has an active hold. */
export async function hasHolds(db: Queryable, browserHash: Buffer, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('handle_holds')
    .select('handle')
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the handles that an inbox holds. */
export async function countHolds(db: Queryable, inboxKey: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('handle_holds')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('inbox_key', '=', inboxKey)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the active holds of a network in the order in which they expire. */
export async function holdsOfNetwork(
  db: Queryable,
  network: string,
  now: Date,
): Promise<{ handle: string; expiresAt: Date }[]> {
  return db
    .selectFrom('handle_holds')
    .select(['handle', 'expires_at as expiresAt'])
    .where('network', '=', network)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .execute();
}

/** Ends the hold of a payment, so that its handle can be claimed again. */
export async function releaseHold(db: Queryable, holder: string): Promise<void> {
  await db.deleteFrom('handle_holds').where('holder', '=', holder).execute();
}

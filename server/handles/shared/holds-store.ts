import type { Queryable } from '../../platform/db/database.ts';

export interface Hold {
  handle: string;
  /** The reference of the payment that it is held for. */
  holder: string;
  inboxKey: string;
  /** Hash of the secret of the browser that ordered it; null for none. */
  browserHash: Buffer | null;
  /** Where the order came from; null where it counts against no limit. */
  network: string | null;
  expiresAt: Date;
}

/** Holds a handle; false while another hold of it runs. One statement settles races. */
export async function takeHold(db: Queryable, hold: Hold, now: Date): Promise<boolean> {
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

/** Holds a handle for longer, and from now on outside the limits of its network; false where the payment holds it not. */
export async function prolongHold(
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

/** The hold of a handle at this moment. */
export async function openHold(
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

/** Whether a browser holds anything at this moment. */
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

/** How many handles an inbox holds at this moment. */
export async function countHolds(db: Queryable, inboxKey: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('handle_holds')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('inbox_key', '=', inboxKey)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What a network holds at this moment, the hold that ends first in front. */
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

export async function deleteHold(db: Queryable, holder: string): Promise<void> {
  await db.deleteFrom('handle_holds').where('holder', '=', holder).execute();
}

export async function deleteHoldsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('handle_holds').where('expires_at', '<', moment).execute();
}

import type { Queryable } from '../plumbing/database.ts';

export interface Hold {
  handle: string;
  /** The reference of the payment that it is held for. */
  holder: string;
  inboxKey: string;
  expiresAt: Date;
}

/** Holds a handle, or holds it for longer; false where somebody else's hold runs. One statement settles races. */
export async function takeHold(db: Queryable, hold: Hold, now: Date): Promise<boolean> {
  const values = { holder: hold.holder, inbox_key: hold.inboxKey, expires_at: hold.expiresAt };
  const result = await db
    .insertInto('handle_holds')
    .values({ handle: hold.handle, ...values })
    .onConflict((conflict) =>
      conflict
        .column('handle')
        .doUpdateSet(values)
        .where((is) => is.or([is('handle_holds.expires_at', '<=', now), is('handle_holds.holder', '=', hold.holder)])),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** Who holds a handle at this moment. */
export async function holderOf(db: Queryable, handle: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('handle_holds')
    .select('holder')
    .where('handle', '=', handle)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.holder;
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

export async function deleteHold(db: Queryable, holder: string): Promise<void> {
  await db.deleteFrom('handle_holds').where('holder', '=', holder).execute();
}

export async function deleteHoldsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('handle_holds').where('expires_at', '<', moment).execute();
}

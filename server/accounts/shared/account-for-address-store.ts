import { sql } from 'kysely';
import { acceptedVersions } from '../../legal/shared/accepted-versions-store.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { undoableChangeOf } from './former-address-store.ts';

/** SQL: whether the row was inserted; an updated row has a nonzero xmax. */
export const IS_NEW = sql<boolean>`accounts.xmax = 0`.as('is_new');

/**
 * Returns the account of an address that its owner has not proven yet, and creates the account if none exists. An
 * existing account keeps its verification. The owner can sign in after proving the mailbox. An address that can still
 * undo a change belongs to the account of that change.
 */
export async function accountForAddress(
  db: Queryable,
  email: string,
  now: Date,
): Promise<{ id: number; email: string }> {
  const { id, is_new: isNew } = await db
    .insertInto('accounts')
    .values({ email, ...acceptedVersions(now) })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet({ email: sql`accounts.email` }))
    .returning(['id', IS_NEW])
    .executeTakeFirstOrThrow();
  // After the insertion, which waits for a change of this address that is being confirmed.
  const former = isNew ? await undoableChangeOf(db, email, now) : undefined;
  if (!former) return { id, email };
  await db.deleteFrom('accounts').where('id', '=', id).execute();
  return { id: former.account_id, email };
}

/** Returns whether somebody has signed in to an account with this address, and so proven the mailbox. */
export async function hasProvenAccount(db: Queryable, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether an address has an account, in any state. */
export async function hasAccount(db: Queryable, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

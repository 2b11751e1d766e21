import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/**
 * Returns the account of an address whose owner has not proven it yet, and creates the account if none exists. An
 * existing account keeps its verification. The owner can sign in after proving the mailbox.
 */
export async function accountForAddress(db: Queryable, email: string): Promise<{ id: number; email: string }> {
  return db
    .insertInto('accounts')
    .values({ email })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet({ email: sql`accounts.email` }))
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
}

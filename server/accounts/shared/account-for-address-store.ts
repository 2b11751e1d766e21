import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/**
 * Returns the account of an address that no one has proven yet, and creates it if there is none. An existing account keeps
 * its verification. The owner gets in by proving the mailbox.
 */
export async function accountForAddress(db: Queryable, email: string): Promise<{ id: number; email: string }> {
  return db
    .insertInto('accounts')
    .values({ email })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet({ email: sql`accounts.email` }))
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
}

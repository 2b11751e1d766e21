import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

export interface AccountRow {
  id: number;
  email: string;
  email_verified_at: Date | null;
  created_at: Date;
  /** When its owner closed it; null for an open one. */
  closed_at: Date | null;
  /** When an administrator suspended it; null for one that works. */
  suspended_at: Date | null;
}

export async function findAccountByEmail(db: Queryable, email: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified_at', 'created_at', 'closed_at', 'suspended_at'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** The account of a mailbox whose owner has just proven that it is theirs; made if there is none. */
export async function verifiedAccount(db: Queryable, email: string, now: Date): Promise<AccountRow> {
  return db
    .insertInto('accounts')
    .values({ email, email_verified_at: now })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .doUpdateSet({ email_verified_at: sql`coalesce(accounts.email_verified_at, excluded.email_verified_at)` }),
    )
    .returning(['id', 'email', 'email_verified_at', 'created_at', 'closed_at', 'suspended_at'])
    .executeTakeFirstOrThrow();
}

/** The account of an address, made if there is none; what is known of the mailbox stays as it is. */
export async function accountForAddress(db: Queryable, email: string): Promise<{ id: number; email: string }> {
  return db
    .insertInto('accounts')
    .values({ email })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet({ email: sql`accounts.email` }))
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
}

export async function deleteSessionsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', moment).execute();
}

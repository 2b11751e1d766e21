import { sql } from 'kysely';
import { acceptedVersions } from '../legal/shared/accepted-versions-store.ts';
import type { Queryable } from '../platform/db/database.ts';
import { IS_NEW } from './shared/account-for-address-store.ts';

export interface AccountRow {
  id: number;
  email: string;
  email_verified_at: Date | null;
  created_at: Date;
  /** Time at which the owner closed the account; null if it is open. */
  closed_at: Date | null;
  /** Time at which an administrator suspended the account; null if it is not suspended. */
  suspended_at: Date | null;
}

export async function findAccountByEmail(db: Queryable, email: string): Promise<AccountRow | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified_at', 'created_at', 'closed_at', 'suspended_at'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Returns whether an invitation to a team or the offer of a handle waits for an address. */
export async function isAwaited(db: Queryable, email: string, now: Date): Promise<boolean> {
  const address = email.toLowerCase();
  const { rows } = await sql`
    select from handle_members where lower(email) = ${address} and account_id is null and expires_at > ${now}
    union all select from handle_transfers where lower(email) = ${address} and expires_at > ${now}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Marks the account of a mailbox as verified, and creates it if none exists. */
export async function verifiedAccount(
  db: Queryable,
  email: string,
  now: Date,
): Promise<AccountRow & { is_new: boolean }> {
  return db
    .insertInto('accounts')
    .values({ email, email_verified_at: now, ...acceptedVersions(now) })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .doUpdateSet({ email_verified_at: sql`coalesce(accounts.email_verified_at, excluded.email_verified_at)` }),
    )
    .returning(['id', 'email', 'email_verified_at', 'created_at', 'closed_at', 'suspended_at'])
    .returning(IS_NEW)
    .executeTakeFirstOrThrow();
}

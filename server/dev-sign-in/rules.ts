import { reactivate } from '../account-deletion/rules.ts';
import { usableAccount } from '../accounts/rules.ts';
import type { Database } from '../platform/db/database.ts';

/** Returns the account of the first administrator; creates it if it is missing, and reopens it if it was closed. */
export async function devAccount(db: Database, now: Date, email: string) {
  return db.transaction().execute(async (trx) => {
    const account = await usableAccount(trx, email, now);
    await reactivate(trx, account.id, now);
    return account;
  });
}

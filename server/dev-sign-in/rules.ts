import { reactivate } from '../account-deletion/rules.ts';
import { usableAccount } from '../accounts/rules.ts';
import type { Database } from '../platform/db/database.ts';

/** Returns the account of the first administrator, which is created, or reopened if its owner closed it. */
export async function devAccount(db: Database, now: Date, email: string) {
  return db.transaction().execute(async (trx) => {
    const account = await usableAccount(trx, email, now);
    await reactivate(trx, account.id, now);
    return account;
  });
}

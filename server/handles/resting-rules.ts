import { GRACE_DAYS, REST_MONTHS } from '../../contract/payments/paid-years.ts';
import { DAY } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { profileChanged } from '../page-changes/page-changes.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { type RenewableHandle, renewalTerms } from './paid-rules.ts';
import { deleteRested, handlesEndingBy, restHandles } from './paid-store.ts';

/** A handle whose year is about to end, and its owner's address. */
export type EndingHandle = RenewableHandle & { email: string };

/** Returns a batch of handles whose year ends within `days` and whose owners have not had this reminder. */
export async function handlesToRemind(db: Database, days: number, now: Date): Promise<EndingHandle[]> {
  const rows = await handlesEndingBy(db, { by: new Date(now.getTime() + days * DAY), days, now });
  return rows.flatMap((row) => {
    const terms = renewalTerms(row, now);
    return terms ? [{ ...terms, email: row.email }] : [];
  });
}

/**
 * Marks handles as resting once their grace period has ended: the page shows this, and mail is rejected. Returns them
 * with their owners' addresses.
 */
export async function restUnpaidHandles(trx: Transaction<DB>, now: Date): Promise<{ handle: string; email: string }[]> {
  const rested = await restHandles(trx, new Date(now.getTime() - GRACE_DAYS * DAY), now);
  for (const { id } of rested) await profileChanged(trx, id);
  return rested;
}

/** Deletes handles that have been resting for `REST_MONTHS`, so that they can be claimed again. */
export async function releaseRestedHandles(db: Database, now: Date): Promise<void> {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - REST_MONTHS);
  await deleteRested(db, since);
}

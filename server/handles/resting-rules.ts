import type { DB } from '../../db/schema.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { profileChanged } from '../profiles/rules.ts';
import { type RenewableHandle, termsOf } from './paid-rules.ts';
import { activeEndingBy, deleteRested, handlesEndingBy, noteReminder, restHandles } from './paid-store.ts';

const DAY = 24 * 3_600_000;
/** A handle works on for so long after the year that was paid for. */
const GRACE_DAYS = 30;
/** Then nobody else gets it for so long: mail meant for the old owner would reach the new one. */
const REST_MONTHS = 12;

/** A handle whose year is about to end, and its owner's address. */
export type EndingHandle = RenewableHandle & { email: string };

/** Handles whose year ends within so many days and whose owners were not told so yet; a batch at a time. */
export async function endingHandles(db: Database, days: number, now: Date): Promise<EndingHandle[]> {
  const rows = await handlesEndingBy(db, { by: new Date(now.getTime() + days * DAY), days, now });
  return rows.flatMap((row) => {
    const terms = termsOf(row, now);
    return terms ? [{ ...terms, email: row.email }] : [];
  });
}

/** Active handles with an owner whose year ends by this moment, in the order of their ids; a batch at a time. */
export async function activeHandlesEndingBy(
  db: Database,
  by: Date,
  after: number,
): Promise<{ id: number; handle: string }[]> {
  return activeEndingBy(db, by, after);
}

/** Notes that an owner is told; false where another process was first. */
export async function noteTold(trx: Transaction<DB>, id: number, days: number): Promise<boolean> {
  return noteReminder(trx, id, days);
}

/** Puts handles to rest whose grace is over: the page says so, mail is refused. Answers them with their owners' addresses. */
export async function restUnpaidHandles(trx: Transaction<DB>, now: Date): Promise<{ handle: string; email: string }[]> {
  const rested = await restHandles(trx, new Date(now.getTime() - GRACE_DAYS * DAY), now);
  for (const { id } of rested) await profileChanged(trx, id);
  return rested;
}

/** Frees handles that have rested for long enough. */
export async function freeRestedHandles(db: Database, now: Date): Promise<void> {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - REST_MONTHS);
  await deleteRested(db, since);
}

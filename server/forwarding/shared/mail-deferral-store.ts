import { DAY } from '../../../contract/time.ts';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** How long mail to a handle that has lost its only inbox is deferred. Most servers retry for four days or more. */
const DEFERRAL_MS = DAY;

/**
 * Defers mail for a day to a handle that has lost its inbox, instead of rejecting it. Returns the end of that day. An
 * inbox that is verified by then gets the mail. A handle with an inbox is not affected.
 */
export async function deferMail(trx: Transaction<DB>, handleId: number, now: Date): Promise<Date> {
  const until = new Date(now.getTime() + DEFERRAL_MS);
  await trx.updateTable('handles').set({ mail_deferred_until: until }).where('id', '=', handleId).execute();
  return until;
}

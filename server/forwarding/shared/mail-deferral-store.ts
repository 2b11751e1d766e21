import { DAY } from '../../../contract/time.ts';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** How long mail to a handle that has lost its only inbox waits at its senders. Most servers try again for four days or more. */
const DEFERRAL_MS = DAY;

/**
 * Makes senders wait for a day with mail to a handle that has no inbox any more, instead of rejecting it for good at once, and
 * returns until when. An inbox that is verified by then gets the mail; a handle that has one is not affected.
 */
export async function deferMail(trx: Transaction<DB>, handleId: number, now: Date): Promise<Date> {
  const until = new Date(now.getTime() + DEFERRAL_MS);
  await trx.updateTable('handles').set({ mail_deferred_until: until }).where('id', '=', handleId).execute();
  return until;
}

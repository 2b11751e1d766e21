import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { countForNotice } from './shared/notice-job.ts';

/** Stores the appeal of an owner; the case then waits for an administrator. */
export async function insertAppeal(trx: Transaction<DB>, caseId: number, text: string, now: Date): Promise<void> {
  await trx
    .updateTable('page_cases')
    .set({ state: 'appealed', appeal_text: text, appealed_at: now, closed_at: null })
    .where('id', '=', caseId)
    .execute();
  await countForNotice(trx, caseId);
}

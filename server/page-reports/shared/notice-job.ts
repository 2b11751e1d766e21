import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { addDelayedJob } from '../../platform/jobs/jobs.ts';

/** The job that emails the administrators about waiting cases. Its name is stored in databases. */
export const NOTICE_JOB = 'notify-page-reports';

/** Counts one more report or appeal of a case for the next email to the administrators, and orders that email. */
export async function countForNotice(trx: Transaction<DB>, caseId: number): Promise<void> {
  await trx
    .updateTable('page_cases')
    .set(({ eb }) => ({ unnotified: eb('unnotified', '+', 1) }))
    .where('id', '=', caseId)
    .execute();
  await addDelayedJob(trx as Queryable, NOTICE_JOB, { payload: {}, key: NOTICE_JOB, seconds: 0 });
}

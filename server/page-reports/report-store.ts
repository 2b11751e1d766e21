import type { PageReport } from '../../contract/page-reports/page-reports.ts';
import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { countForNotice } from './shared/notice-job.ts';

/** Returns the id of the handle whose page is public now, locked for the rest of the transaction. */
export async function lockPublicPage(trx: Transaction<DB>, handle: string): Promise<number | undefined> {
  const found = await trx
    .selectFrom('handles')
    .select('id')
    .where('handle', '=', handle)
    .where('state', '=', 'active')
    .where('profile_page', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found?.id;
}

/** Adds a report to the open case of a page, which is created if the page has none. Lock the handle first. */
export async function insertReport(
  trx: Transaction<DB>,
  handleId: number,
  { reason, text, address, email }: PageReport,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('page_cases')
    .values({ handle_id: handleId, opened_at: now })
    .onConflict((conflict) => conflict.column('handle_id').where('state', '=', 'open').doNothing())
    .execute();
  const { id } = await trx
    .selectFrom('page_cases')
    .select('id')
    .where('handle_id', '=', handleId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('page_reports')
    .values({ case_id: id, reason, text, address: address || null, email: email || null, created_at: now })
    .execute();
  await countForNotice(trx, id);
}

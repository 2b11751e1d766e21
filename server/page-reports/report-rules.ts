import type { PageReport } from '../../contract/page-reports/page-reports.ts';
import { countUse } from '../limits/count-use.ts';
import { limitRefusal, type Refusal } from '../page-forms/shared/refusal.ts';
import type { Database } from '../platform/db/database.ts';
import { insertReport, lockPublicPage } from './report-store.ts';

/**
 * Stores a report about a page. Returns why the report is not accepted, or null. The result is the same whether or not
 * the page exists, and whether or not the network has reported it today.
 */
export async function reportPage(
  db: Database,
  { handle, network }: { handle: string; network: string | undefined },
  report: PageReport,
  now: Date,
): Promise<Refusal | null> {
  return db.transaction().execute(async (trx) => {
    const by = { page: handle, network, all: '' };
    const reached = await countUse(trx, { kind: 'page-report', by, detail: network }, now);
    if (reached) return reached.isRepeated ? null : limitRefusal(reached);
    const handleId = await lockPublicPage(trx, handle);
    if (handleId !== undefined) await insertReport(trx, handleId, report, now);
    return null;
  });
}

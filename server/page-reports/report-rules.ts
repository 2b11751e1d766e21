import type { PageReport } from '../../contract/page-reports/page-reports.ts';
import { limitRefusal, type Refusal } from '../page-forms/shared/refusal.ts';
import type { Database } from '../platform/db/database.ts';
import { countReport } from './limits-rules.ts';
import { insertReport, lockPublicPage } from './report-store.ts';

/**
 * Stores a report about a page. Returns why it is not accepted, or null. The result is the same whether or not the page exists,
 * and whether or not the network has reported it today.
 */
export async function reportPage(
  db: Database,
  { handle, network }: { handle: string; network: string | undefined },
  report: PageReport,
  now: Date,
): Promise<Refusal | null> {
  return db.transaction().execute(async (trx) => {
    const counted = await countReport(trx, { handle, network }, now);
    if (typeof counted === 'object') return limitRefusal(counted);
    if (counted === 'repeated') return null;
    const handleId = await lockPublicPage(trx, handle);
    if (handleId !== undefined) await insertReport(trx, handleId, report, now);
    return null;
  });
}

import { HOUR } from '../../contract/time.ts';
import { addressesOfAdmins } from '../accounts/shared/administrators-store.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import type { Database } from '../platform/db/database.ts';
import { addDelayedJob } from '../platform/jobs/jobs.ts';
import { lastNotice, lockNotices, markNotified } from './notice-store.ts';
import { NOTICE_JOB } from './shared/notice-job.ts';
import type { ReportEmail } from './shared/report-email.ts';

/** Milliseconds between two emails to the administrators about waiting cases. */
const NOTICE_MS = HOUR;

/**
 * Emails the administrators about the reports and appeals since the last such email. Within an hour of that email, the
 * job adds itself again for the end of the hour. A case that has been decided since is not counted.
 */
export async function notifyAdmins(db: Database, configured: readonly string[], now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockNotices(trx);
    const wait = ((await lastNotice(trx))?.getTime() ?? 0) + NOTICE_MS - now.getTime();
    if (wait > 0) {
      await addDelayedJob(trx, NOTICE_JOB, { payload: {}, key: NOTICE_JOB, seconds: Math.ceil(wait / 1000) });
      return;
    }
    const cases = await markNotified(trx, now);
    const sum = (state: 'open' | 'appealed') =>
      cases.reduce((total, one) => total + (one.state === state ? one.unnotified : 0), 0);
    const news = { reports: sum('open'), appeals: sum('appealed') };
    if (news.reports + news.appeals === 0) return;
    for (const to of await addressesOfAdmins(trx, configured, ['moderation'])) {
      await orderUnlimitedEmail<ReportEmail>(trx, { kind: 'page-reports-waiting', to, ...news });
    }
  });
}

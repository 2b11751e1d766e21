import { EventEmitter } from 'node:events';
import path from 'node:path';
import { parseCronItems, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { PageRenderer } from '../../contract/documents.ts';
import { eraseClosedAccounts } from '../account-deletion/erasure.ts';
import { ANALYTICS_JOB, maintainAnalytics } from '../analytics/maintenance/roll-up-rules.ts';
import { BACKUP_JOB, runScheduledBackup } from '../backup/scheduled-backup.ts';
import { emailJob, type SendEmail } from '../emails/job.ts';
import { deleteFailedEmails, EMAIL_JOB } from '../emails/rules.ts';
import { senderOf } from '../emails/shared/sender.ts';
import { deleteOldDeliveries } from '../forwarding/delivery-log/rules.ts';
import { endGivenUpHandles } from '../give-up/end-rules.ts';
import { followLinksOfPaidHandles } from '../handles/paid-rules.ts';
import { endOldClaims, notifyOfWaiting, WAITING_NOTICE_JOB } from '../handles/waiting/waiting-rules.ts';
import { deleteOldRows } from '../held-data/retention.ts';
import { SOCIAL_IMAGE_JOB } from '../page-changes/page-changes.ts';
import { notifyAdmins } from '../page-reports/notice-rules.ts';
import { NOTICE_JOB } from '../page-reports/shared/notice-job.ts';
import type { PaymentContext } from '../payments/payment-context.ts';
import { createPaypal } from '../payments/paypal/client.ts';
import { announceRise, PRICE_RISE_JOB } from '../payments/prices/price-rise-rules.ts';
import { RECONCILE_JOB } from '../payments/reconcile/payment-check-schedule.ts';
import { reconcilePayment, reconcilePayments } from '../payments/reconcile/reconcile-rules.ts';
import { renewAndRemind } from '../payments/renewal/reminder-rules.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { countDeaths, raiseIsolationAlarm } from '../platform/jobs/isolated-job-store.ts';
import { addDelayedJob } from '../platform/jobs/jobs.ts';
import type { Logger } from '../platform/log/log.ts';
import { DELETION_JOB, deleteScheduledObjects } from '../platform/storage/deletion-queue.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { SiteFiles } from '../profiles/site-files/site-files-rules.ts';
import { orderMissingSocialImages, socialImageJob } from '../profiles/social-image/job.ts';
import type { LiveSite } from '../site/live-site.ts';
import { compactAvailability } from '../status/availability-rules.ts';
import { tellOfLostMail } from '../teams/members/member-mail-rules.ts';
import { deleteUnusedPictures, noteUnusedPictures } from '../uploads/handle-pictures/handle-picture-rules.ts';
import { deleteUnusedSitePictures, noteSitePictures } from '../uploads/site-pictures/site-picture-rules.ts';
import { emailRegistry } from './email-registry.ts';
import { isolateTasks, RETRY_ISOLATED_JOB } from './isolated-jobs.ts';
import { keepRunning } from './keep-running.ts';
import { measureTasks } from './measured-tasks.ts';
import { startRunner } from './start-runner.ts';
import { unlockStaleJobs } from './unlock-stale-jobs.ts';
import { WORKER_POLL_MS, wakeForDueJobs } from './wake-due-jobs.ts';
import { workerLog } from './worker-log.ts';

const SWEEP_JOB = 'sweep';
const ERASURE_JOB = 'erase-closed-accounts';
const GIVE_UP_JOB = 'end-given-up-handles';
const MISSING_IMAGES_JOB = 'order-missing-cards';
const OPEN_PAYMENTS_JOB = 'settle-open-payments';
const RENEWAL_JOB = 'keep-years';
/** Runs at each start, but only an upgrade from a release without the right to the mail leaves something to report. */
const LOST_MAIL_JOB = 'tell-of-lost-mail';
const DELIVERY_LOG_JOB = 'forget-flights';
/** The next scheduled backup follows soon, so a failed one is not retried for days. */
const BACKUP_ATTEMPTS = 3;

export interface JobParts {
  config: Config;
  liveSite: LiveSite;
  db: Database;
  clock: Clock;
  storage: Storage;
  renderer: PageRenderer;
  /** The first one signs; all of them verify. */
  secrets: string[];
  log?: PaymentContext['log'];
  /** The address of the database without a pooler, for jobs that start processes. */
  directUrl?: string;
  signal?: AbortSignal;
}

/** Returns all jobs by their names. */
export function jobTasks(parts: JobParts, send: SendEmail): TaskList {
  const { config, liveSite, db, clock, storage, renderer, secrets, log } = parts;
  const { site } = liveSite;
  const cacheFolder = path.join(config.dataDir, 'cache');
  const siteFiles = new SiteFiles({ site, storage, renderer, cacheFolder });
  const emails = emailJob({
    db,
    site,
    from: () => senderOf(config.mail, site),
    picture: () => siteFiles.emailPicture(),
    registry: emailRegistry({ clock, site, secrets, adminEmails: config.adminEmails }),
    send,
  });
  const drawSocialImage = socialImageJob({
    db,
    clock,
    storage,
    renderer,
    site,
    cacheFolder,
  });
  const isSelling = config.site.paidPlans !== false;
  const payments = { db, clock, site, paypal: createPaypal(config.paypal), log };
  return {
    [EMAIL_JOB]: emails,
    // Without PayPal, payments can be neither checked nor renewed, so paid handles keep their state.
    [RECONCILE_JOB]: async (payload) => {
      if (isSelling) await reconcilePayment(payments, (payload as { paymentId: number }).paymentId);
    },
    [OPEN_PAYMENTS_JOB]: async (payload) => {
      if (isSelling) await reconcilePayments(payments, (payload as { afterStart?: boolean }).afterStart === true);
    },
    [RENEWAL_JOB]: async () => {
      if (isSelling) await renewAndRemind(payments);
    },
    [PRICE_RISE_JOB]: (payload) => announceRise(db, payload as { riseId: number; after: number }),
    [SOCIAL_IMAGE_JOB]: (payload) => drawSocialImage(payload),
    [MISSING_IMAGES_JOB]: (payload) =>
      orderMissingSocialImages(db, MISSING_IMAGES_JOB, { after: (payload as { after?: number }).after ?? 0 }),
    [NOTICE_JOB]: () => notifyAdmins(db, config.adminEmails, clock()),
    [WAITING_NOTICE_JOB]: () => notifyOfWaiting(db, config.adminEmails),
    [ANALYTICS_JOB]: () => maintainAnalytics(db, clock()),
    [DELIVERY_LOG_JOB]: () => deleteOldDeliveries(db, clock()),
    [LOST_MAIL_JOB]: () => tellOfLostMail(db),
    [ERASURE_JOB]: () => eraseClosedAccounts(db, clock()),
    [GIVE_UP_JOB]: async () => {
      await endGivenUpHandles(payments);
      await endOldClaims(db, clock());
    },
    [BACKUP_JOB]: () => runScheduledBackup(config, { url: parts.directUrl, signal: parts.signal }),
    [DELETION_JOB]: async () => {
      await deleteOldRows(db, clock(), 'often');
      await deleteUnusedPictures(db, clock());
      await deleteUnusedSitePictures(db, clock());
      await deleteScheduledObjects(db, storage, clock());
    },
    [SWEEP_JOB]: async () => {
      await deleteOldRows(db, clock(), 'nightly');
      await followLinksOfPaidHandles(db, clock());
      await deleteFailedEmails(db, clock());
      await noteUnusedPictures(db, clock());
      await noteSitePictures(db, clock());
      await compactAvailability(db, clock());
    },
  };
}

/** Starts the role `jobs`: emails, social images, payments, and the nightly clean-up. */
export async function startJobs(
  parts: JobParts & { pool: pg.Pool; url: string; log: Logger },
  send: SendEmail,
): Promise<{ isRunning(): boolean; stop(): Promise<void> }> {
  const { db, url, log } = parts;
  const { schedule } = parts.config.backup;
  let lock = await unlockStaleJobs(parts.pool, async (held) => {
    const own = held.filter(({ task }) => task !== RETRY_ISOLATED_JOB);
    for (const { id, task } of await countDeaths(db, own)) {
      log.error({ event: 'job.isolated_from_now_on', task, id }, 'three processes died while running this job');
      await raiseIsolationAlarm(
        db,
        task,
        `Job ${id}: three processes died while running it. npm run jobs -- show ${id}`,
      );
    }
  });
  const events = new EventEmitter();
  const waker = wakeForDueJobs(parts.pool, log, events);
  const stopping = new AbortController();
  let keeper: Awaited<ReturnType<typeof keepRunning>> | undefined;
  async function stop(): Promise<void> {
    stopping.abort();
    await waker.stop();
    await keeper?.stop();
    lock.release();
  }
  try {
    const tasks = await isolateTasks(jobTasks({ ...parts, signal: stopping.signal }, send), {
      db,
      url,
      log,
      signal: stopping.signal,
    });
    const options: Parameters<typeof startRunner>[0] = {
      pgPool: parts.pool,
      events,
      taskList: measureTasks(tasks),
      parsedCronItems: parseCronItems([
        { task: SWEEP_JOB, match: '17 3 * * *' },
        { task: DELIVERY_LOG_JOB, match: '37 2 * * *' },
        { task: ANALYTICS_JOB, match: '4,14,24,34,44,54 * * * *' },
        { task: ERASURE_JOB, match: '47 3 * * *' },
        { task: GIVE_UP_JOB, match: '22 * * * *' },
        { task: DELETION_JOB, match: '*/10 * * * *' },
        { task: MISSING_IMAGES_JOB, match: '29 * * * *' },
        { task: OPEN_PAYMENTS_JOB, match: '*/2 * * * *' },
        { task: RENEWAL_JOB, match: '7 * * * *' },
        { task: RETRY_ISOLATED_JOB, match: '*/5 * * * *' },
        ...(schedule ? [{ task: BACKUP_JOB, match: schedule, options: { maxAttempts: BACKUP_ATTEMPTS } }] : []),
      ]),
      // An email to an unresponsive server occupies a slot for seconds; other jobs need free ones.
      concurrency: 20,
      pollInterval: WORKER_POLL_MS,
      // The pool itself writes results: one that cannot be stored then ends the runner instead of causing an unhandled
      // rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      noHandleSignals: true,
      logger: workerLog(log),
    };
    let isFirst = true;
    keeper = await keepRunning(async () => {
      // Jobs whose result could not be stored are still locked by the runner that ended.
      if (!isFirst) lock = await relock();
      isFirst = false;
      return startRunner(options);
    }, log);
    // ANALYTICS_JOB runs because a new database has no partitions, and rows in the default one would have to be moved.
    for (const name of [OPEN_PAYMENTS_JOB, MISSING_IMAGES_JOB, ANALYTICS_JOB, LOST_MAIL_JOB]) {
      const payload = name === OPEN_PAYMENTS_JOB ? { afterStart: true } : {};
      await addDelayedJob(db, name, { payload, key: name, seconds: 0 });
    }
  } catch (error) {
    // A held connection would keep the pool from ending.
    await stop().catch(() => lock.release());
    throw error;
  }
  return { isRunning: keeper.isRunning, stop };

  async function relock() {
    // A lock that is still held would look like that of another process, so the jobs would stay locked.
    await lock.unlock();
    return unlockStaleJobs(parts.pool);
  }
}

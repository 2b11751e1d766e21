import { parseCronItems, type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type pg from 'pg';
import type { PageRenderer } from '../../contract/documents.ts';
import { eraseClosedAccounts } from '../account-deletion/erasure.ts';
import { deletionToken, erasedOn } from '../account-deletion/rules.ts';
import { forgetEndedSessions, signInToken } from '../accounts/rules.ts';
import { deleteOldDeliveries } from '../delivery-log/rules.ts';
import { deleteEmailCountsBefore } from '../emails/email-rate-limit.ts';
import { emailJob, type SendEmail } from '../emails/job.ts';
import { deleteFailedEmails, EMAIL_JOB } from '../emails/rules.ts';
import { stopToken } from '../forwarding/stop-rules.ts';
import { verificationToken } from '../forwarding/verify-rules.ts';
import { claimToken, deleteOldFreeClaims } from '../handles/claim-rules.ts';
import { deleteExpiredHolds } from '../handles/shared/holds-store.ts';
import { followLinksOfPaidHandles } from '../handles/paid-rules.ts';
import { deleteOldLinks } from '../magic-links/rules.ts';
import type { PaymentContext } from '../payments/payment-context.ts';
import { createPaypal } from '../payments/paypal/client.ts';
import { anonymizeOldPayments, reconcilePayment, reconcilePayments } from '../payments/reconcile-rules.ts';
import { renewAndRemind } from '../payments/reminder-rules.ts';
import { RECONCILE_JOB } from '../payments/schedule.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import { countDeaths, raiseIsolationAlarm } from '../platform/jobs/isolated-job-store.ts';
import type { Logger } from '../platform/log/log.ts';
import { DELETION_JOB, deleteScheduledObjects } from '../platform/storage/deletion-queue.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { SOCIAL_IMAGE_JOB } from '../profiles/rules.ts';
import { orderMissingSocialImages, socialImageJob } from '../profiles/social-image/job.ts';
import { deleteOldUploads } from '../uploads/rules.ts';
import { isolateTasks, RETRY_ISOLATED_JOB } from './isolated-jobs.ts';
import { unlockStaleJobs } from './unlock-stale-jobs.ts';
import { WORKERS_LOOK_EVERY, wakeForDueJobs } from './wake-due-jobs.ts';

const SWEEP_JOB = 'sweep';
const ERASURE_JOB = 'erase-closed-accounts';
const MISSING_CARDS_JOB = 'order-missing-cards';
const OPEN_PAYMENTS_JOB = 'settle-open-payments';
const YEARS_JOB = 'keep-years';
const FLIGHTS_JOB = 'forget-flights';

export interface JobParts {
  config: Config;
  db: Database;
  clock: Clock;
  storage: Storage;
  renderer: PageRenderer;
  /** The first signs, any verifies. */
  secrets: string[];
  log?: PaymentContext['log'];
}

/** Every job by its name. */
export function jobTasks({ config, db, clock, storage, renderer, secrets, log }: JobParts, send: SendEmail): TaskList {
  const letters = emailJob(
    config.site,
    config.mail.from,
    {
      signIn: async (email) => {
        const link = await signInToken(db, clock(), email);
        return link && { ...link, erasedOn: link.closedAt ? erasedOn(link.closedAt) : undefined };
      },
      claim: (email, handle) => claimToken(db, clock(), email, handle),
      verifyForwarding: async (order) => {
        const token = await verificationToken(db, clock(), order);
        return token === null ? null : { token, stop: stopToken(secrets, order.to) };
      },
      deleteAccount: (email) => deletionToken(db, clock(), email),
    },
    send,
  );
  const cards = socialImageJob({ db, clock, storage, renderer, site: config.site });
  const isSelling = config.site.paidPlans !== false;
  const desk = { db, clock, site: config.site, paypal: createPaypal(config.paypal), log };
  return {
    [EMAIL_JOB]: (payload) => letters(payload),
    // Without PayPal nobody can be asked for payments, and nobody could renew: what was paid for stays.
    [RECONCILE_JOB]: async (payload) => {
      if (isSelling) await reconcilePayment(desk, (payload as { paymentId: number }).paymentId);
    },
    [OPEN_PAYMENTS_JOB]: async (payload) => {
      if (isSelling) await reconcilePayments(desk, (payload as { afterStart?: boolean }).afterStart === true);
    },
    [YEARS_JOB]: async () => {
      if (isSelling) await renewAndRemind(desk);
    },
    [SOCIAL_IMAGE_JOB]: (payload) => cards(payload),
    [MISSING_CARDS_JOB]: () => orderMissingSocialImages(db),
    [FLIGHTS_JOB]: () => deleteOldDeliveries(db, clock()),
    [ERASURE_JOB]: () => eraseClosedAccounts(db, clock()),
    [DELETION_JOB]: async () => {
      await deleteOldUploads(db, clock());
      await deleteScheduledObjects(db, storage, clock());
    },
    [SWEEP_JOB]: async () => {
      await forgetEndedSessions(db, clock());
      await deleteOldLinks(db, clock());
      await deleteExpiredHolds(db, clock());
      await deleteOldFreeClaims(db, clock());
      await followLinksOfPaidHandles(db, clock());
      await anonymizeOldPayments(desk);
      await deleteEmailCountsBefore(db, clock());
      await deleteFailedEmails(db, clock());
    },
  };
}

/** The job queue's words in our log. */
export function workerLog(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (level === 'error') log.error({ meta }, message);
    else if (level === 'warning') log.warn({ meta }, message);
    else log.debug(message);
  });
}

/** Starts the role `jobs`: letters, sharing images, and the nightly sweep of what has ended. */
export async function startJobs(
  parts: JobParts & { pool: pg.Pool; url: string; log: Logger },
  send: SendEmail,
): Promise<{ stop(): Promise<void> }> {
  const { db, url, log } = parts;
  const running = await unlockStaleJobs(parts.pool, async (held) => {
    const own = held.filter(({ task }) => task !== RETRY_ISOLATED_JOB);
    for (const { id, task } of await countDeaths(db, own)) {
      log.error({ event: 'job.isolated_from_now_on', task, id }, 'three processes died while they ran this job');
      await raiseIsolationAlarm(
        db,
        task,
        `Job ${id}: three processes died while they ran it. npm run jobs -- show ${id}`,
      );
    }
  });
  const waker = wakeForDueJobs(parts.pool, log);
  const stopping = new AbortController();
  let runner: Runner | undefined;
  async function stop(): Promise<void> {
    stopping.abort();
    await waker.stop();
    await runner?.stop();
    running.release();
  }
  try {
    runner = await run({
      pgPool: parts.pool,
      taskList: await isolateTasks(jobTasks(parts, send), { db, url, log, signal: stopping.signal }),
      parsedCronItems: parseCronItems([
        { task: SWEEP_JOB, match: '17 3 * * *' },
        { task: FLIGHTS_JOB, match: '37 2 * * *' },
        { task: ERASURE_JOB, match: '47 3 * * *' },
        { task: DELETION_JOB, match: '*/10 * * * *' },
        { task: MISSING_CARDS_JOB, match: '29 * * * *' },
        { task: OPEN_PAYMENTS_JOB, match: '*/2 * * * *' },
        { task: YEARS_JOB, match: '7 * * * *' },
        { task: RETRY_ISOLATED_JOB, match: '*/5 * * * *' },
      ]),
      // A letter to an inbox that does not answer holds its place for seconds: others must find one.
      concurrency: 20,
      pollInterval: WORKERS_LOOK_EVERY,
      noHandleSignals: true,
      logger: workerLog(log),
    });
    await runner.addJob(OPEN_PAYMENTS_JOB, { afterStart: true }, { jobKey: OPEN_PAYMENTS_JOB });
    await runner.addJob(MISSING_CARDS_JOB, {}, { jobKey: MISSING_CARDS_JOB });
  } catch (error) {
    // What holds a connection would keep the pool from ending.
    await stop().catch(() => running.release());
    throw error;
  }
  return { stop };
}

import { DAY, HOUR, MINUTE } from '../../../contract/time.ts';
import type { Database } from '../../platform/db/database.ts';
import { dateOf, dayOf } from '../counting/days.ts';
import {
  countMail,
  deleteSaltsBefore,
  lockState,
  maintainPartitions,
  rollUp,
  setRolledUpUntil,
} from './roll-up-store.ts';

/** The name of the job. */
export const ANALYTICS_JOB = 'roll-up-analytics';

/** Mail of this long before the last run is counted again, because a delivery may be recorded or refused later. */
const MAIL_AGAIN_MS = 6 * HOUR;
/** Days that are rolled up again, because counts can arrive late after an outage of the database. */
const DAYS_AGAIN = 3;
/** Hours are stored at least this long. */
const HOURS_KEPT_DAYS = 59;
/** Counts of a day arrive until shortly after its end. */
const GRACE_MS = 10 * MINUTE;

/**
 * Maintains the tables of counts: partitions, the salts of past days, the mail of each hour, and the sums of past days.
 * Runs every ten minutes; each part can be repeated.
 */
export async function maintainAnalytics(db: Database, now: Date): Promise<void> {
  const today = dateOf(dayOf(now.getTime()));
  await deleteSaltsBefore(db, today);
  await maintainPartitions(db, today);
  while (await countNextMail(db, now));
  await rollUpDays(db, now);
}

/** Counts the mail of at most a day. Returns whether more is left. */
async function countNextMail(db: Database, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { mailUntil } = await lockState(trx);
    const oldest = startOfHour(now.getTime() - HOURS_KEPT_DAYS * DAY);
    const from = Math.max(oldest, mailUntil ? startOfHour(mailUntil.getTime() - MAIL_AGAIN_MS) : oldest);
    const until = Math.min(now.getTime(), Math.max(from, mailUntil?.getTime() ?? 0) + DAY);
    await countMail(trx, new Date(from), new Date(until));
    return until < now.getTime();
  });
}

const startOfHour = (time: number) => Math.floor(time / HOUR) * HOUR;

/** Rolls up the days that have ended, and once more the days before them. */
async function rollUpDays(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rolledUpUntil } = await lockState(trx);
    const today = dayOf(now.getTime() - GRACE_MS);
    const done = dayOf(Date.parse(rolledUpUntil));
    if (done >= today) return;
    const oldest = dayOf(now.getTime()) - HOURS_KEPT_DAYS;
    await rollUp(trx, dateOf(Math.max(oldest, done - DAYS_AGAIN)), dateOf(today));
    await setRolledUpUntil(trx, dateOf(today));
  });
}

/** Rolls up again what an import changed: the days from `from` that were rolled up before. */
export async function rollUpFrom(db: Database, from: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rolledUpUntil } = await lockState(trx);
    if (from < rolledUpUntil) await rollUp(trx, from, rolledUpUntil);
  });
}

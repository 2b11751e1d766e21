import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { type Counted, insertUse, lockCounted, type ReportUse, usesSince, wasReported } from './limits-store.ts';

const HOUR = 3_600_000;
/** Milliseconds in which a network reports a page once. */
export const SAME_REPORT_MS = 24 * HOUR;

/** Reports: at most `max` within `within` milliseconds, about one page, from one network, and in all. */
const LIMITS: Record<Counted['by'], { within: number; max: number }[]> = {
  page: [
    { within: HOUR, max: 30 },
    { within: 24 * HOUR, max: 100 },
  ],
  network: [
    { within: HOUR, max: 10 },
    { within: 24 * HOUR, max: 30 },
  ],
  // What an administrator could still look through, and what keeps the table small.
  all: [
    { within: HOUR, max: 500 },
    { within: 24 * HOUR, max: 3000 },
  ],
};

/**
 * Counts a report in the transaction that stores it. Returns `repeated` if this network has reported this page today, or the
 * limit that is reached. Locks what it counts, so that parallel requests cannot exceed a limit together.
 */
export async function countReport(
  trx: Transaction<DB>,
  use: ReportUse,
  now: Date,
): Promise<'counted' | 'repeated' | { by: Counted['by']; retryAfter: number }> {
  const counted: Counted[] = [
    { by: 'page', value: use.handle },
    ...(use.network === undefined ? [] : [{ by: 'network', value: use.network } satisfies Counted]),
    { by: 'all', value: '' },
  ];
  for (const one of counted) await lockCounted(trx, one);
  if (await wasReported(trx, use, new Date(now.getTime() - SAME_REPORT_MS))) return 'repeated';
  for (const one of counted) {
    const limits = LIMITS[one.by];
    const { within: longest, max: most } = limits.at(-1) ?? { within: 0, max: 0 };
    const times = await usesSince(trx, one, { since: new Date(now.getTime() - longest), max: most });
    for (const { within, max } of limits) {
      const freeAt = (times[max - 1]?.getTime() ?? Number.NEGATIVE_INFINITY) + within;
      if (freeAt > now.getTime()) return { by: one.by, retryAfter: Math.ceil((freeAt - now.getTime()) / 1000) };
    }
  }
  await insertUse(trx, use, now);
  return 'counted';
}

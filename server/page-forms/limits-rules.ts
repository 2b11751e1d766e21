import type { PageForm } from '../../contract/page-forms/page-forms.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { type Counted, type FormUse, insertUse, lockCounted, usesSince, wasUsed } from './limits-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Limit = { within: number; max: number }[];

/**
 * Uses of a form: at most `max` within `within` milliseconds, of one page, by one network over all pages, and with one typed
 * address over all pages. The locks are taken in this order.
 */
const LIMITS: Record<PageForm, Record<Counted, Limit>> = {
  contact: {
    handle_id: [
      { within: HOUR, max: 30 },
      { within: DAY, max: 100 },
    ],
    network: [
      { within: HOUR, max: 10 },
      { within: DAY, max: 30 },
    ],
    email_key: [
      { within: HOUR, max: 5 },
      { within: DAY, max: 15 },
    ],
  },
  // The emails to one address have a quota of their own (server/emails/shared/email-rate-limit.ts), which nobody can see.
  subscribe: {
    handle_id: [
      { within: HOUR, max: 120 },
      { within: DAY, max: 1000 },
    ],
    network: [
      { within: HOUR, max: 20 },
      { within: DAY, max: 60 },
    ],
    email_key: [],
  },
};

/** Milliseconds in which the same content counts as the same use: somebody pressed twice, or reloaded the result. */
const SAME_USE: Record<PageForm, number> = { contact: DAY, subscribe: 10 * MINUTE };

/**
 * Counts a use of a form in the transaction of what it causes. Returns `repeated` if the same was sent before, which must not
 * happen twice, or the limit that is reached. Locks what it counts, so that parallel requests cannot exceed a limit together.
 */
export async function countUse(
  trx: Transaction<DB>,
  use: FormUse,
  now: Date,
): Promise<'counted' | 'repeated' | { by: Counted; retryAfter: number }> {
  for (const [by, value] of valuesOf(use)) await lockCounted(trx, use.form, by, value);
  if (await wasUsed(trx, use, new Date(now.getTime() - SAME_USE[use.form]))) return 'repeated';
  const reached = await limitOf(trx, use, now);
  if (reached) return reached;
  await insertUse(trx, use, now);
  return 'counted';
}

/** Returns the limit that a use would exceed, or null. */
export async function limitOf(
  db: Queryable,
  use: FormUse,
  now: Date,
): Promise<{ by: Counted; retryAfter: number } | null> {
  for (const [by, value] of valuesOf(use)) {
    const limits = LIMITS[use.form][by];
    const longest = limits.at(-1);
    if (!longest) continue;
    const since = new Date(now.getTime() - longest.within);
    const times = await usesSince(db, use.form, { by, value, since, max: longest.max });
    for (const { within, max } of limits) {
      const freeAt = (times[max - 1]?.getTime() ?? Number.NEGATIVE_INFINITY) + within;
      if (freeAt > now.getTime()) return { by, retryAfter: Math.ceil((freeAt - now.getTime()) / 1000) };
    }
  }
  return null;
}

function valuesOf({ handleId, network, emailKey }: FormUse): [Counted, string | number][] {
  return [
    ['handle_id', handleId],
    ...(network === undefined ? [] : [['network', network] satisfies [Counted, string]]),
    ['email_key', emailKey],
  ];
}

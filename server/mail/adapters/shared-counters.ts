import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Log } from '../../../mail/host/log.ts';
import type { SharedCounters } from '../../../mail/host/shared-counters.ts';

export interface DatabaseCounters extends SharedCounters {
  /** Tells the others what is not told yet, and counts no more for them. */
  stop(): Promise<void>;
}

export interface SharedCountersOptions {
  now?: () => number;
  /** Milliseconds between two tellings. */
  every?: number;
  /** Counters held; the ones longest untouched go first. */
  most?: number;
}

interface Counter {
  name: string;
  /** End of its span, in milliseconds. */
  end: number;
  /** As the database last said, ours included. */
  total: number;
  /** Counted here since. */
  untold: number;
  /** Told from so many on. */
  step: number;
}

/** What is far from its limit need not be told: a process may know of this part of a limit alone. */
const UNTOLD_PART = 200;

const SWEEP_EVERY = 60_000;

/** As many go in one statement. */
const MOST_TOLD = 5000;

/**
 * Counters shared by all processes on one database: counted in memory, and once a second added up in `mail_rates`, whose
 * totals come back. A two-hundredth of a limit may stay untold: nearly all who send stay below that, and cost the database
 * nothing. While the database is away each process counts for itself and tells it later.
 */
export function createSharedCounters(
  pool: pg.Pool,
  log: Pick<Log, 'warn'>,
  options: SharedCountersOptions = {},
): DatabaseCounters {
  const { now = Date.now, every = 1000, most = 100_000 } = options;
  const counters = new Map<string, Counter>();
  const untold = new Set<Counter>();
  let telling: Promise<void> | null = null;
  let away = false;
  let swept = now();

  function take(name: string, limit: number, seconds: number): boolean {
    const end = (Math.floor(now() / 1000 / seconds) + 1) * seconds * 1000;
    const id = `${seconds} ${name}`;
    let counter = counters.get(id);
    if (counter?.end !== end) {
      counter = { name: id, end, total: 0, untold: 0, step: Math.max(1, Math.floor(limit / UNTOLD_PART)) };
      putLast(counter);
    } else if (counters.size > most / 2) putLast(counter);
    counter.untold++;
    if (counter.untold >= counter.step) untold.add(counter);
    dropOldest();
    return counter.total + counter.untold <= limit;
  }

  /** Who stands first was not asked for longest; in a map that is half empty the order may wait. */
  function putLast(counter: Counter): void {
    counters.delete(counter.name);
    counters.set(counter.name, counter);
  }

  function dropOldest(): void {
    for (const [name, counter] of counters) {
      if (counters.size <= most) return;
      counters.delete(name);
      untold.delete(counter);
    }
  }

  async function tell(): Promise<void> {
    const told: { counter: Counter; count: number }[] = [];
    for (const counter of untold) {
      untold.delete(counter);
      told.push({ counter, count: counter.untold });
      if (told.length === MOST_TOLD) break;
    }
    try {
      await add(told);
      if (now() - swept >= SWEEP_EVERY) {
        swept = now();
        forgetPast();
        await pool.query(`delete from mail_rates where span < to_timestamp($1::float8 / 1000)`, [now() - SWEEP_EVERY]);
      }
      away = false;
    } catch (error) {
      for (const { counter } of told)
        if (counter.untold > 0 && counters.get(counter.name) === counter) untold.add(counter);
      if (!away) log.warn({ err: error }, 'limits on mail are counted by each process for itself');
      away = true;
    }
  }

  async function add(told: { counter: Counter; count: number }[]): Promise<void> {
    if (told.length === 0) return;
    const keys = told.map(({ counter }) => keyOf(counter));
    const { rows } = await pool.query<{ key: string; end: number; count: number }>(ADD, [
      keys,
      told.map(({ counter }) => counter.end),
      told.map(({ count }) => count),
    ]);
    const totals = new Map(rows.map(({ key, end, count }) => [`${key} ${end}`, count]));
    for (const [at, { counter, count }] of told.entries()) {
      counter.total = totals.get(`${keys[at]} ${counter.end}`) ?? counter.total + count;
      counter.untold -= count;
    }
  }

  function forgetPast(): void {
    for (const [name, counter] of counters) if (counter.end <= now()) counters.delete(name);
  }

  const timer = setInterval(() => {
    telling ??= tell().finally(() => {
      telling = null;
    });
  }, every);
  timer.unref();

  return {
    take,
    async stop() {
      clearInterval(timer);
      await telling;
      for (const counter of counters.values()) if (counter.untold > 0 && counter.end > now()) untold.add(counter);
      while (!away && untold.size > 0) await tell();
    },
  };
}

/** Short, of one length, and nobody's address lies about in the database. */
function keyOf({ name }: Counter): string {
  return hash('sha256', name, 'base64url').slice(0, 22);
}

/** In the order of keys, so that two processes never wait for each other. */
const ADD = `
  insert into mail_rates (key, span, count)
  select key, to_timestamp("end" / 1000), count
  from unnest($1::text[], $2::float8[], $3::int[]) as told (key, "end", count)
  order by key, "end"
  on conflict (key, span) do update set count = least(mail_rates.count::bigint + excluded.count, 2147483647)
  returning key, round(extract(epoch from span) * 1000)::float8 as "end", count`;

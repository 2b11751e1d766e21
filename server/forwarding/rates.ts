import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Log, Rates } from '../../mail/ports.ts';

export interface SharedRates extends Rates {
  /** Tells the others what is not told yet, and counts no more for them. */
  stop(): Promise<void>;
}

export interface RatesOptions {
  now?: () => number;
  /** Milliseconds between two tellings. */
  every?: number;
  /** Counters held; the ones longest untouched go first. */
  most?: number;
}

interface Counter {
  key: string;
  /** End of its span, in milliseconds. */
  end: number;
  /** As the database last said, ours included. */
  total: number;
  /** Counted here since. */
  untold: number;
}

const SWEEP_EVERY = 60_000;

/** As many go in one statement. */
const MOST_TOLD = 5000;

/**
 * Counters shared by all processes on one database: counted in memory, and once a second added up in `mail_rates`, whose
 * totals come back. While the database is away each process counts for itself and tells it later.
 */
export function createRates(pool: pg.Pool, log: Pick<Log, 'warn'>, options: RatesOptions = {}): SharedRates {
  const { now = Date.now, every = 1000, most = 100_000 } = options;
  const counters = new Map<string, Counter>();
  const untold = new Set<Counter>();
  let telling: Promise<void> | null = null;
  let away = false;
  let swept = now();

  function take(name: string, most: number, seconds: number): boolean {
    const end = (Math.floor(now() / 1000 / seconds) + 1) * seconds * 1000;
    // Short, of one length, and nobody's address lies about in the database.
    const key = hash('sha256', `${seconds} ${name}`, 'base64url').slice(0, 22);
    let counter = counters.get(key);
    if (counter?.end !== end) counter = { key, end, total: 0, untold: 0 };
    // Put last: who stands first was not asked for longest.
    counters.delete(key);
    counters.set(key, counter);
    counter.untold++;
    untold.add(counter);
    dropOldest();
    return counter.total + counter.untold <= most;
  }

  function dropOldest(): void {
    for (const [key, counter] of counters) {
      if (counters.size <= most) return;
      counters.delete(key);
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
        if (counter.untold > 0 && counters.get(counter.key) === counter) untold.add(counter);
      if (!away) log.warn({ err: error }, 'limits on mail are counted by each process for itself');
      away = true;
    }
  }

  async function add(told: { counter: Counter; count: number }[]): Promise<void> {
    if (told.length === 0) return;
    const { rows } = await pool.query<{ key: string; end: number; count: number }>(ADD, [
      told.map(({ counter }) => counter.key),
      told.map(({ counter }) => counter.end),
      told.map(({ count }) => count),
    ]);
    const totals = new Map(rows.map(({ key, end, count }) => [`${key} ${end}`, count]));
    for (const { counter, count } of told) {
      counter.total = totals.get(`${counter.key} ${counter.end}`) ?? counter.total + count;
      counter.untold -= count;
    }
  }

  function forgetPast(): void {
    for (const [key, counter] of counters) if (counter.end <= now() && counter.untold === 0) counters.delete(key);
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
      if (!away) await tell();
    },
  };
}

/** In the order of keys, so that two processes never wait for each other. */
const ADD = `
  insert into mail_rates (key, span, count)
  select key, to_timestamp("end" / 1000), count
  from unnest($1::text[], $2::float8[], $3::int[]) as told (key, "end", count)
  order by key, "end"
  on conflict (key, span) do update set count = least(mail_rates.count::bigint + excluded.count, 2147483647)
  returning key, round(extract(epoch from span) * 1000)::float8 as "end", count`;

import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Log } from '../../../mail/host/runtime.ts';
import type { SharedCounters } from '../../../mail/host/shared-state.ts';

export interface DatabaseCounters extends SharedCounters {
  /** Writes the remaining counts to the database and ends. */
  stop(): Promise<void>;
}

export interface SharedCountersOptions {
  now?: () => number;
  /** Milliseconds between two writes. */
  interval?: number;
  /** Counters in memory; the least recently used are evicted first. */
  max?: number;
}

interface Counter {
  name: string;
  /** End of its span, in milliseconds. */
  end: number;
  /** The last total of the database, ours included. */
  total: number;
  /** Counted here since then. */
  unwritten: number;
  /** The smallest unwritten count that is written. */
  step: number;
}

/** A process may keep one part in this many of a limit unwritten. */
const UNWRITTEN_FRACTION = 200;

const CLEANUP_INTERVAL = 60_000;

/** The maximum number of counters in one statement. */
const BATCH_SIZE = 5000;

/**
 * Counters shared by all processes of a database. They count in memory, and once a second add their counts to `mail_rates`
 * and read the totals back. Counts below a two-hundredth of the limit are not written: nearly all senders stay below that and
 * cost the database nothing. While the database is unreachable, each process counts for itself and writes later.
 */
export function createSharedCounters(
  pool: pg.Pool,
  log: Pick<Log, 'warn'>,
  options: SharedCountersOptions = {},
): DatabaseCounters {
  const { now = Date.now, interval = 1000, max = 100_000 } = options;
  const counters = new Map<string, Counter>();
  const toWrite = new Set<Counter>();
  let writing: Promise<void> | null = null;
  let unreachable = false;
  let cleanedAt = now();

  function take(name: string, limit: number, seconds: number): boolean {
    const end = (Math.floor(now() / 1000 / seconds) + 1) * seconds * 1000;
    const id = `${seconds} ${name}`;
    let counter = counters.get(id);
    if (counter?.end !== end) {
      counter = { name: id, end, total: 0, unwritten: 0, step: Math.max(1, Math.floor(limit / UNWRITTEN_FRACTION)) };
      moveToEnd(counter);
    } else if (counters.size > max / 2) moveToEnd(counter);
    counter.unwritten++;
    if (counter.unwritten >= counter.step) toWrite.add(counter);
    evictOldest();
    return counter.total + counter.unwritten <= limit;
  }

  /** Marks a counter as the most recently used. The caller skips it while the map is half empty, where nothing is evicted. */
  function moveToEnd(counter: Counter): void {
    counters.delete(counter.name);
    counters.set(counter.name, counter);
  }

  function evictOldest(): void {
    for (const [name, counter] of counters) {
      if (counters.size <= max) return;
      counters.delete(name);
      toWrite.delete(counter);
    }
  }

  async function write(): Promise<void> {
    const batch: { counter: Counter; count: number }[] = [];
    for (const counter of toWrite) {
      toWrite.delete(counter);
      batch.push({ counter, count: counter.unwritten });
      if (batch.length === BATCH_SIZE) break;
    }
    try {
      await add(batch);
      if (now() - cleanedAt >= CLEANUP_INTERVAL) {
        cleanedAt = now();
        dropPast();
        await pool.query(`delete from mail_rates where span < to_timestamp($1::float8 / 1000)`, [
          now() - CLEANUP_INTERVAL,
        ]);
      }
      unreachable = false;
    } catch (error) {
      for (const { counter } of batch)
        if (counter.unwritten > 0 && counters.get(counter.name) === counter) toWrite.add(counter);
      if (!unreachable)
        log.warn(
          { event: 'mail.counters.not_shared', err: error },
          'each process counts the limits on mail for itself',
        );
      unreachable = true;
    }
  }

  async function add(batch: { counter: Counter; count: number }[]): Promise<void> {
    if (batch.length === 0) return;
    const keys = batch.map(({ counter }) => keyOf(counter));
    const { rows } = await pool.query<{ key: string; end: number; count: number }>(ADD, [
      keys,
      batch.map(({ counter }) => counter.end),
      batch.map(({ count }) => count),
    ]);
    const totals = new Map(rows.map(({ key, end, count }) => [`${key} ${end}`, count]));
    for (const [at, { counter, count }] of batch.entries()) {
      counter.total = totals.get(`${keys[at]} ${counter.end}`) ?? counter.total + count;
      counter.unwritten -= count;
    }
  }

  function dropPast(): void {
    for (const [name, counter] of counters) if (counter.end <= now()) counters.delete(name);
  }

  const timer = setInterval(() => {
    writing ??= write().finally(() => {
      writing = null;
    });
  }, interval);
  timer.unref();

  return {
    take,
    async stop() {
      clearInterval(timer);
      await writing;
      for (const counter of counters.values()) if (counter.unwritten > 0 && counter.end > now()) toWrite.add(counter);
      while (!unreachable && toWrite.size > 0) await write();
    },
  };
}

/** Hashes the name, so that keys are short and the database holds no addresses of senders. */
function keyOf({ name }: Counter): string {
  return hash('sha256', name, 'base64url').slice(0, 22);
}

/** Rows are in the order of their keys, so that two processes cannot deadlock. */
const ADD = `
  insert into mail_rates (key, span, count)
  select key, to_timestamp("end" / 1000), count
  from unnest($1::text[], $2::float8[], $3::int[]) as counted (key, "end", count)
  order by key, "end"
  on conflict (key, span) do update set count = least(mail_rates.count::bigint + excluded.count, 2147483647)
  returning key, round(extract(epoch from span) * 1000)::float8 as "end", count`;

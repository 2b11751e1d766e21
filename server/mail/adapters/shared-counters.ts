import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Log } from '../../../mail/host/runtime.ts';
import type { SharedCounters } from '../../../mail/host/shared-state.ts';
import { type Clock, systemClock } from '../../platform/jobs/clock.ts';
import { WaitingItems, WriteBehind } from '../../platform/write-behind.ts';

export interface DatabaseCounters extends SharedCounters {
  /** Writes the remaining counts to the database and ends. */
  stop(): Promise<void>;
}

export interface SharedCountersOptions {
  clock?: Clock;
  /** Milliseconds between two writes, and between two deletions of past spans. */
  interval?: number;
  cleanupInterval?: number;
  /** Counters in memory; the least recently used are evicted first. */
  max?: number;
}

interface Counter {
  name: string;
  /** End of its span, in milliseconds. */
  end: number;
  /** The last total from the database, including our own counts. */
  total: number;
  /** Counts of this process since then. */
  unwritten: number;
  /** An unwritten count is written once it reaches this. */
  step: number;
}

/** A process may leave one part in this many of a limit unwritten. */
const UNWRITTEN_FRACTION = 200;

/** Milliseconds for which a past span is kept, because the clock of another process may be slow. */
const KEPT_MS = 60_000;

/** The maximum number of counters in one statement. */
const BATCH_SIZE = 5000;

/**
 * Returns counters shared by all processes of a database. They count in memory, and once a second add their counts to
 * `mail_rates` and read the totals. Counts below a two-hundredth of the limit are not written: nearly all senders stay below
 * that and cost the database nothing. While the database is unreachable, each process counts by itself and writes later.
 */
export function createSharedCounters(
  pool: pg.Pool,
  log: Pick<Log, 'warn'>,
  options: SharedCountersOptions = {},
): DatabaseCounters {
  const { clock = systemClock, interval = 1000, cleanupInterval = 60_000, max = 100_000 } = options;
  const now = () => clock().getTime();
  const waiting = new WaitingItems<string, Counter>(max);
  const counters = new LRUCache<string, Counter>({ max, dispose: (_counter, id) => waiting.delete(id) });
  const writer = new WriteBehind({
    name: 'counters',
    waiting,
    write: (batch) => add([...batch.values()].map((counter) => ({ counter, count: counter.unwritten }))),
    onFailure: (err, _batch, isRepeated) => {
      if (isRepeated) return;
      log.warn({ event: 'mail.counters.not_shared', err }, 'the limits on mail are counted by each process alone');
    },
    intervalMs: interval,
    batchSize: BATCH_SIZE,
  });

  function take(name: string, limit: number, seconds: number): boolean {
    const end = (Math.floor(now() / 1000 / seconds) + 1) * seconds * 1000;
    const id = `${seconds} ${name}`;
    let counter = counters.get(id);
    if (counter?.end !== end) {
      counter = { name: id, end, total: 0, unwritten: 0, step: Math.max(1, Math.floor(limit / UNWRITTEN_FRACTION)) };
      counters.set(id, counter);
    }
    counter.unwritten++;
    if (counter.unwritten >= counter.step) {
      waiting.add(id, counter);
      writer.added();
    }
    return counter.total + counter.unwritten <= limit;
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

  const cleanup = setInterval(() => {
    for (const [id, counter] of [...counters.entries()]) if (counter.end <= now()) counters.delete(id);
    const before = now() - KEPT_MS;
    // If this cleanup fails, the next one deletes the same rows.
    pool.query('delete from mail_rates where span < to_timestamp($1::float8 / 1000)', [before]).catch(() => {});
  }, cleanupInterval).unref();

  return {
    take,
    async stop() {
      clearInterval(cleanup);
      for (const [id, counter] of counters.entries())
        if (counter.unwritten > 0 && counter.end > now()) waiting.add(id, counter);
      await writer.stop();
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

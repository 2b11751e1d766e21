import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from '../jobs/clock.ts';
import type { Logger } from '../log/log.ts';
import { withTimeout } from '../with-timeout.ts';
import { type Database, isUnreachable, type Queryable } from './database.ts';

/** Milliseconds until the next attempt after a server could not be used. */
const RETRY_AFTER_MS = 5000;
/** A page waits at most this long for the replica before it is read from the primary. */
const TIMEOUT_MS = 2000;
/**
 * Changed keys whose positions are remembered. For other keys, the position of the oldest change dropped from this list
 * applies.
 */
const MAX_POSITIONS = 10_000;
/**
 * Without the primary, the replica is used for as long as a cached page may be (decision 36). Heartbeats commit every
 * 15 seconds.
 */
const MAX_AGE_WITHOUT_PRIMARY_MS = 300_000;

/** Stands for every key, because notifications may have been missed. */
const EVERYTHING = '';

interface ReplicaParts {
  primary: Database;
  replica: Database;
  log: Pick<Logger, 'warn' | 'info'>;
  clock?: Clock;
  /** Without the primary, the replica is used for this long after its last commit. */
  maxAgeMs?: number | undefined;
}

/**
 * Reads values from a streaming replica. Callers cache them until the database notifies a change. The value of a
 * changed key is read from the primary until the replica has replayed the write-ahead log up to the change: the cache
 * would keep an older value, because no further notification follows. If the replica fails, the primary is used. See
 * docs/decisions/0069-past-one-machine.md.
 */
export class ReplicaReads {
  readonly #primary: Database;
  readonly #replica: Database;
  readonly #log: ReplicaParts['log'];
  readonly #clock: Clock;
  readonly #maxAgeMs: number;
  #listening = false;
  /** Changed keys whose position is not yet known, including those requested from the primary. */
  #unplaced = new Set<string>();
  #placing: Set<string> | undefined;
  /** A position in the log at or after the last change of each key; the latest change is the last entry. */
  readonly #positions = new LRUCache<string, bigint>({
    max: MAX_POSITIONS,
    dispose: (position, _key, reason) => {
      if (reason === 'evict') this.#raiseFloor(position);
    },
  });
  /** The position that every key needs; undefined while it is unknown. */
  #floor: bigint | undefined;
  #replicaRetryAt = 0;
  #primaryRetryAt = 0;
  #hasFailed = false;

  constructor({ primary, replica, log, clock = systemClock, maxAgeMs = MAX_AGE_WITHOUT_PRIMARY_MS }: ReplicaParts) {
    this.#primary = primary;
    this.#replica = replica;
    this.#log = log;
    this.#clock = clock;
    this.#maxAgeMs = maxAgeMs;
  }

  #now(): number {
    return this.#clock().getTime();
  }

  /** Call this for each notification of a change. */
  changed(key: string): void {
    this.#unplaced.add(key);
    if (this.#unplaced.size > MAX_POSITIONS) this.#forget();
    void this.#place();
  }

  /** Call this when notifications begin or end. When they begin, changes of any key may have been missed. */
  listening(begins: boolean): void {
    this.#listening = begins;
    if (!begins) return;
    this.#forget();
    void this.#place();
  }

  /**
   * Runs a query on the replica if it has every known change of the key, else on the primary. A null is confirmed by
   * the primary.
   */
  async read<T>(key: string, query: (db: Queryable) => Promise<T>): Promise<T> {
    const needed = this.#positionOf(key);
    // An earlier request for the position failed.
    if (needed === undefined) void this.#place();
    const isPrimaryAway = this.#now() < this.#primaryRetryAt;
    if (needed !== undefined && (this.#listening || isPrimaryAway)) {
      const found = await this.#fromReplica(needed, query, !this.#listening);
      if (found) return found.value;
    }
    try {
      const value = await query(this.#primary);
      this.#primaryRetryAt = 0;
      return value;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      this.#primaryRetryAt = this.#now() + RETRY_AFTER_MS;
      const found = needed === undefined || isPrimaryAway ? undefined : await this.#fromReplica(needed, query, true);
      if (!found) throw error;
      return found.value;
    }
  }

  #positionOf(key: string): bigint | undefined {
    const isUnknown = [key, EVERYTHING].some((changed) => this.#unplaced.has(changed) || this.#placing?.has(changed));
    if (isUnknown || this.#floor === undefined) return undefined;
    const own = this.#positions.peek(key) ?? 0n;
    return own > this.#floor ? own : this.#floor;
  }

  /** Makes every key require the position that is requested next. */
  #forget(): void {
    this.#positions.clear();
    this.#unplaced = new Set([EVERYTHING]);
  }

  /** Requests the primary's position, one request at a time. It is at or after every change notified before the request. */
  async #place(): Promise<void> {
    if (this.#placing || this.#unplaced.size === 0) return;
    const changed = this.#unplaced;
    this.#placing = changed;
    this.#unplaced = new Set();
    try {
      const { rows } = await sql<{ position: string }>`select pg_current_wal_insert_lsn() as position`.execute(
        this.#primary,
      );
      const position = toPosition(rows[0]?.position);
      for (const key of changed) this.#setPosition(key, position);
      this.#placing = undefined;
    } catch {
      // Until the position is known, the primary is read. The next change or read requests it again.
      for (const key of changed) this.#unplaced.add(key);
      this.#placing = undefined;
      return;
    }
    void this.#place();
  }

  #setPosition(key: string, position: bigint): void {
    if (key === EVERYTHING) {
      this.#floor = position;
      return;
    }
    this.#positions.set(key, position);
  }

  #raiseFloor(position: bigint): void {
    if (this.#floor !== undefined && position > this.#floor) this.#floor = position;
  }

  /** Returns undefined if the replica cannot be used or has not replayed enough. */
  async #fromReplica<T>(
    needed: bigint,
    query: (db: Queryable) => Promise<T>,
    isPrimaryAway: boolean,
  ): Promise<{ value: T } | undefined> {
    if (this.#now() < this.#replicaRetryAt) return undefined;
    try {
      const reading = this.#readReplica(needed, query, isPrimaryAway);
      const found = await withTimeout(reading, TIMEOUT_MS, timedOut);
      if (this.#hasFailed) this.#log.info({ event: 'database.replica_back' }, 'reading from the replica again');
      this.#hasFailed = false;
      return found;
    } catch (err) {
      this.#replicaRetryAt = this.#now() + RETRY_AFTER_MS;
      if (!this.#hasFailed) {
        this.#log.warn(
          { event: 'database.replica_failed', err },
          'the replica cannot be read; reading from the primary',
        );
      }
      this.#hasFailed = true;
      return undefined;
    }
  }

  /**
   * Reads position and value in one transaction, so that a pooler or balancer cannot send the two queries to different
   * replicas.
   */
  async #readReplica<T>(
    needed: bigint,
    query: (db: Queryable) => Promise<T>,
    isPrimaryAway: boolean,
  ): Promise<{ value: T } | undefined> {
    // Not repeatable read, because the query needs a snapshot taken after the position was read.
    const transaction = this.#replica.transaction().setIsolationLevel('read committed').setAccessMode('read only');
    return transaction.execute(async (trx) => {
      const { rows } = await sql<{ position: string | null; is_recent: boolean }>`
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as position,
          coalesce(pg_last_xact_replay_timestamp() > now() - make_interval(secs => ${this.#maxAgeMs / 1000}), false) as is_recent`.execute(
        trx,
      );
      const [state] = rows;
      if (!state || state.position === null || toPosition(state.position) < needed) return undefined;
      if (isPrimaryAway && !state.is_recent) return undefined;
      const value = await query(trx);
      // A new row may not have reached the replica yet, and its notification may not have reached this process.
      return value === null && !isPrimaryAway ? undefined : { value };
    });
  }
}

/** Parses a position in the log: two hexadecimal numbers of 32 bits. */
function toPosition(text = ''): bigint {
  const [high, low] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

function timedOut(): never {
  throw new Error('The replica did not respond in time');
}

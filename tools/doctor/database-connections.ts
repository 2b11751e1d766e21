import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Finding, ok, wrong } from './finding.ts';

const TIMEOUT_MS = 5000;
/** A replica that is further behind serves noticeably old pages. */
const MAX_LAG_SECONDS = 60;
/** Time between two checks of a replica that is behind. */
const POLL_MS = 100;

/** The state of a replica. */
export interface ReplicaState {
  inRecovery: boolean;
  /** Time since the last replayed transaction; null if it has replayed none. */
  lagSeconds: number | null;
  /** Whether it has replayed everything that the primary had written when the check began. */
  isCaughtUp: boolean;
}

/** Checks that a notification sent through DATABASE_URL arrives at the listening connection. */
export async function checkNotifications(url: string, listenUrl: string, timeoutMs = TIMEOUT_MS): Promise<Finding> {
  const options = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const [sender, listener] = [url, listenUrl].map(
    (connectionString) => new pg.Client({ connectionString, ...options }),
  );
  const channel = `doctor_${randomUUID().replaceAll('-', '')}`;
  try {
    for (const client of [sender, listener]) client?.on('error', () => {});
    await Promise.all([sender?.connect(), listener?.connect()]);
    const arrived = new Promise<boolean>((done) => listener?.once('notification', () => done(true)));
    await listener?.query(`listen ${channel}`);
    await sender?.query(`select pg_notify('${channel}', '')`);
    if (await Promise.race([arrived, sleep(timeoutMs, false, { ref: false })])) {
      return ok('notifications pass between connections of the database');
    }
    return wrong(
      'notifications of the database do not arrive, as behind a pooler in transaction mode: pages may be a minute old',
      'set DATABASE_DIRECT_URL to PostgreSQL itself',
    );
  } catch (error) {
    return wrong(
      `notifications of the database cannot be tested: ${(error as Error).message}`,
      'check DATABASE_URL and DATABASE_DIRECT_URL',
    );
  } finally {
    await Promise.all([sender?.end(), listener?.end()].map((ending) => ending?.catch(() => {})));
  }
}

/** Checks that DATABASE_REPLICA_URL leads to a replica that follows the primary. Returns nothing if it is not set. */
export async function checkReplica(
  url: string | undefined,
  primaryUrl: string,
  { timeoutMs = TIMEOUT_MS, maxLagSeconds = MAX_LAG_SECONDS } = {},
): Promise<Finding[]> {
  if (url === undefined) return [];
  const options = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const primary = new pg.Client({ connectionString: primaryUrl, ...options });
  const replica = new pg.Client({ connectionString: url, ...options });
  try {
    for (const client of [primary, replica]) client.on('error', () => {});
    await Promise.all([primary.connect(), replica.connect()]);
    return [replicaFinding(await replicaState(replica, await positionOf(primary), timeoutMs), maxLagSeconds)];
  } catch (error) {
    return [
      wrong(
        `the replica cannot be reached: ${(error as Error).message}. Pages are read from the primary`,
        'check DATABASE_REPLICA_URL and the server behind it',
      ),
    ];
  } finally {
    await Promise.all([primary.end(), replica.end()].map((ending) => ending.catch(() => {})));
  }
}

/** Returns the position in the log that the primary has written, as pg_lsn. */
async function positionOf(primary: pg.Client): Promise<string> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
  return rows[0]?.position ?? '';
}

/**
 * Returns the state of a replica once it has replayed the log up to `position`, or after the timeout. A replica that
 * has lost its connection to the primary has replayed everything that it received, so only the primary's position shows
 * that it is behind.
 */
async function replicaState(replica: pg.Client, position: string, timeoutMs: number): Promise<ReplicaState> {
  for (const deadline = performance.now() + timeoutMs; ; await sleep(POLL_MS)) {
    const { rows } = await replica.query<ReplicaState>(
      `select pg_is_in_recovery() as "inRecovery",
        extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as "lagSeconds",
        coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "isCaughtUp"`,
      [position],
    );
    const [state] = rows;
    if (!state) throw new Error('no row');
    if (!state.inRecovery || state.isCaughtUp || performance.now() > deadline) return state;
  }
}

/** Returns the finding about a replica. The last transaction can be old if the primary writes nothing. */
export function replicaFinding(
  { inRecovery, lagSeconds, isCaughtUp }: ReplicaState,
  maxLagSeconds = MAX_LAG_SECONDS,
): Finding {
  if (!inRecovery) {
    return wrong(
      'DATABASE_REPLICA_URL leads to a primary, not to a replica',
      'set it to a streaming replica, or remove it',
    );
  }
  if (isCaughtUp) return ok('the replica has replayed everything that the primary wrote');
  if (lagSeconds !== null && lagSeconds <= maxLagSeconds)
    return ok(`the replica is ${Math.round(lagSeconds)} s behind`);
  const behind = lagSeconds === null ? 'has replayed nothing' : `is ${Math.round(lagSeconds)} s behind`;
  return wrong(
    `the replica ${behind}`,
    'look at its log and at pg_stat_replication of the primary: it may have lost its connection, or replay slowly',
  );
}

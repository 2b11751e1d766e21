import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Finding, ok, wrong } from './finding.ts';

const TIMEOUT_MS = 5000;
/** A replica that is further behind serves noticeably old pages. */
const MAX_LAG_SECONDS = 60;

/** What a replica reports about itself. */
export interface ReplicaState {
  inRecovery: boolean;
  /** Null if it has replayed nothing. */
  lagSeconds: number | null;
  isCaughtUp: boolean;
}

/** Checks that a notification that is sent through DATABASE_URL arrives at the connection that listens. */
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

/** Checks that DATABASE_REPLICA_URL leads to a replica that follows. Returns nothing if it is not set. */
export async function checkReplica(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [];
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ReplicaState>(`
      select pg_is_in_recovery() as "inRecovery",
        extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as "lagSeconds",
        coalesce(pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn(), false) as "isCaughtUp"`);
    return rows.map(replicaFinding);
  } catch (error) {
    return [
      wrong(
        `the replica cannot be reached: ${(error as Error).message}. Pages are read from the primary`,
        'check DATABASE_REPLICA_URL and the server behind it',
      ),
    ];
  } finally {
    await client.end().catch(() => {});
  }
}

/** What to report about a replica. One that has replayed everything is not behind, however old the last write is. */
export function replicaFinding({ inRecovery, lagSeconds, isCaughtUp }: ReplicaState): Finding {
  if (!inRecovery) {
    return wrong(
      'DATABASE_REPLICA_URL leads to a primary, not to a replica',
      'set it to a streaming replica, or remove it',
    );
  }
  if (isCaughtUp) return ok('the replica has replayed everything that it received');
  if (lagSeconds !== null && lagSeconds <= MAX_LAG_SECONDS)
    return ok(`the replica is ${Math.round(lagSeconds)} s behind`);
  const behind = lagSeconds === null ? 'has replayed nothing' : `is ${Math.round(lagSeconds)} s behind`;
  return wrong(`the replica ${behind}`, 'look at its log and at pg_stat_replication of the primary');
}

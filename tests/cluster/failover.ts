import { until } from '../drills/run.ts';
import { type DatabaseCluster, MAXIMUM_LAG } from './database-cluster.ts';
import type { Interval } from './verdict.ts';

/** The loss of a primary, in milliseconds of the clock. */
export interface Failover {
  /** From the kill until another primary accepted writes. */
  withoutPrimary: Interval;
  /** With asynchronous replication, the part that the promoted standby had not received. */
  lag?: {
    /** Writes that were acknowledged in this time may be lost: before it the standby had everything. */
    from: number;
    bytes: number;
  };
}

/**
 * Kills the primary, waits for the next one, and restarts the old one as its standby. With asynchronous replication,
 * first holds the stream to the standby until half of the allowed lag has been written, so that something is lost.
 */
export async function failOver(database: DatabaseCluster, tell: (line: string) => void): Promise<Failover> {
  const held = database.replication === 'async' ? await holdReplication(database) : undefined;
  const bringBack = await database.killPrimary();
  const from = Date.now();
  held?.cut();
  tell('killed the primary: Patroni and PostgreSQL');
  const isWritable = async () => {
    const [row] = await database.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    return row?.standby === false;
  };
  await until('another primary', isWritable, 120);
  const withoutPrimary = { from, until: Date.now() };
  tell(`another primary after ${Math.round((withoutPrimary.until - from) / 1000)} seconds`);
  const lag = held && { from: held.from, bytes: await bytesBetween(database, held.position) };
  bringBack();
  await until('the old primary follows as a standby', () => database.hasStandby(), 180);
  tell('the old primary is a standby');
  return { withoutPrimary, ...(lag && { lag }) };
}

/**
 * Waits until the standby has received everything, then stops its replication until half of the allowed lag has been
 * written.
 */
async function holdReplication(database: DatabaseCluster) {
  const node = await database.primary();
  const { link } = node ?? {};
  if (!link) throw new Error('The replication has no link to hold');
  const position = async () => {
    const [row] = await database.queryAsAdmin<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    return row?.lsn ?? '';
  };
  const from = Date.now();
  const start = await position();
  const hasReceived = 'select count(*)::integer as standbys from pg_stat_replication where flush_lsn >= $1::pg_lsn';
  await until('a standby that has received everything', async () => {
    const [row] = await database.queryAsAdmin<{ standbys: number }>(hasReceived, [start]);
    return row?.standbys === 1;
  });
  link.hold();
  const held = await position();
  let last = held;
  await until('writes that the standby does not receive', async () => {
    last = await position();
    return (await difference(database, last, held)) > MAXIMUM_LAG / 2;
  });
  return { from, position: last, cut: () => link.cut() };
}

async function difference(database: DatabaseCluster, later: string, earlier: string): Promise<number> {
  const [row] = await database.queryAsAdmin<{ bytes: number }>('select ($1::pg_lsn - $2::pg_lsn)::float8 as bytes', [
    later,
    earlier,
  ]);
  return row?.bytes ?? 0;
}

/** Returns the bytes between the end of the history that the new primary continues and a position of the old primary. */
async function bytesBetween(database: DatabaseCluster, position: string): Promise<number> {
  const [row] = await database.queryAsAdmin<{ history: string }>(
    `select pg_read_file('pg_wal/' || name) as history from pg_ls_waldir() where name like '%.history' order by name desc limit 1`,
  );
  const end = (row?.history ?? '').trim().split('\n').at(-1)?.split('\t')[1] ?? '';
  return difference(database, position, end);
}

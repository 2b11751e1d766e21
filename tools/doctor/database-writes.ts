import type pg from 'pg';
import { WRITE_REFUSALS, type WriteRefusal, writeRefusalOf } from '../../server/platform/db/refused-writes.ts';
import { type Finding, ok, wrong } from './finding.ts';

const REMEDIES: Record<WriteRefusal, string> = {
  read_only:
    'see why default_transaction_read_only is on: providers set it when the disk is full, and a failover when this is no longer the primary',
  recovery: 'let DATABASE_URL lead to the primary, or wait until the recovery has ended',
  full: 'free space on the disk of the database, or give it a larger one',
};
/** A megabyte that is not kept. A database with less space is about to stop. */
const PROBE = `begin;
  create temporary table doctor_probe on commit drop as
    select repeat(md5(n::text), 30) as filling from generate_series(1, 1000) as n;
  rollback`;
/** Error code if the role may not create temporary tables, which Nameplate does not need. */
const FORBIDDEN = '42501';

/** Checks that the database accepts writes: it is neither read-only nor in recovery, and its disk has space. */
export async function checkWrites(client: Pick<pg.Client, 'query'>, name: string): Promise<Finding> {
  const { rows } = await client.query<{ in_recovery: boolean; read_only: boolean }>(
    `select pg_is_in_recovery() as in_recovery, current_setting('transaction_read_only') = 'on' as read_only`,
  );
  if (rows[0]?.in_recovery) return refused('recovery');
  if (rows[0]?.read_only) return refused('read_only');
  try {
    await client.query(PROBE);
  } catch (error) {
    await client.query('rollback');
    const reason = writeRefusalOf(error);
    if (reason) return refused(reason);
    if ((error as { code?: unknown }).code !== FORBIDDEN) throw error;
  }
  return ok(`${name} accepts writes`);
}

function refused(reason: WriteRefusal): Finding {
  const pages = 'pages are served, everything that is saved gets 503, and mail is deferred';
  return wrong(`${WRITE_REFUSALS[reason].replace(/\.$/, '')}: ${pages}`, REMEDIES[reason]);
}

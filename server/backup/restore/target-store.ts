import type pg from 'pg';
import type { Storage } from '../../platform/storage/storage.ts';

// Queries of a restore about the installation that it replaces.

const BATCH = 1000;

export interface TargetState {
  /** Row counts of the tables that hold what people entered; empty if the database has no tables of Nameplate. */
  counts: Record<string, number>;
  /** Processes that reported within the last 30 seconds. */
  processes: string[];
}

/** Describes what a database contains. */
export async function readTarget(client: pg.Client): Promise<TargetState> {
  const counts: Record<string, number> = {};
  for (const name of ['accounts', 'handles', 'payments', 'mail_recipients']) {
    const { rows: found } = await client.query('select where to_regclass($1) is not null', [`public.${name}`]);
    if (found.length === 0) continue;
    const { rows } = await client.query<{ count: string }>(`select count(*) from public.${name}`);
    counts[name] = Number(rows[0]?.count);
  }
  const { rows: beats } = await client.query(`select where to_regclass('public.process_heartbeats') is not null`);
  if (beats.length === 0) return { counts, processes: [] };
  const { rows } = await client.query<{ process: string }>(
    `select format('process %s on %s', pid, host) as process from public.process_heartbeats
    where seen_at > now() - interval '30 seconds' order by started_at`,
  );
  return { counts, processes: rows.map(({ process }) => process) };
}

/** Records the objects of the archive until the transaction ends. */
export async function beginObjectList(client: pg.Client): Promise<(key: string) => Promise<void>> {
  await client.query('create temporary table restored_objects (key text primary key) on commit drop');
  return async (key) => void (await client.query('insert into restored_objects values ($1)', [key]));
}

/**
 * Schedules the deletion, a day later, of the objects that the archive lacks: they belong to what the restore replaces.
 * Returns their number.
 */
export async function scheduleReplacedObjects(client: pg.Client, storage: Storage): Promise<number> {
  let scheduled = 0;
  const flush = async (keys: string[]) => {
    const { rowCount } = await client.query(
      `insert into public.doomed_objects (key, doomed_at)
        select key, now() + interval '1 day' from unnest($1::text[]) as listed (key)
        where not exists (select from restored_objects r where r.key = listed.key)
        on conflict do nothing`,
      [keys],
    );
    scheduled += rowCount ?? 0;
  };
  let keys: string[] = [];
  for await (const key of storage.list()) {
    if (keys.push(key) < BATCH) continue;
    await flush(keys);
    keys = [];
  }
  await flush(keys);
  return scheduled;
}

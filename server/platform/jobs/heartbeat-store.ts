import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';

/** A process that reports at regular intervals that it is alive. */
export interface Heartbeat {
  id: string;
  roles: string[];
  host: string;
  pid: number;
  version: string;
  /** Maximum number of database connections that it opens. */
  connections: number;
}

/** Seconds without a heartbeat after which a process is considered dead: three missed heartbeats. */
const DEAD_AFTER = 45;

/** Records that a process and its roles are alive in this minute, and deletes processes that have been dead for a day. */
export async function writeHeartbeat(db: Queryable, beat: Heartbeat): Promise<void> {
  await sql`
    with forgotten as (delete from process_heartbeats where seen_at < now() - interval '1 day' and id <> ${beat.id}),
      measured as (
        insert into role_minutes (role, minute) select unnest(${beat.roles}::text[]), date_trunc('minute', now())
        on conflict do nothing)
    insert into process_heartbeats (id, roles, host, pid, version, connections)
    values (${beat.id}, ${beat.roles}, ${beat.host}, ${beat.pid}, ${beat.version}, ${beat.connections})
    on conflict (id) do update set seen_at = now(), roles = excluded.roles`.execute(db);
}

/** Deletes the heartbeat of an ending process. */
export async function deleteHeartbeat(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('process_heartbeats').where('id', '=', id).execute();
}

/** Returns the live processes, by the clock of the database. */
export async function readLiveProcesses(db: Queryable) {
  return db
    .selectFrom('process_heartbeats')
    .selectAll()
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${DEAD_AFTER})`)
    .orderBy('started_at')
    .execute();
}

/** Returns how many connections ordinary roles may open on the server, to all of its databases together. */
export async function readConnectionLimit(db: Queryable): Promise<number> {
  const { rows } = await sql<{ limit: number }>`
    select sum(case name when 'max_connections' then setting::integer else -setting::integer end)::integer as limit
    from pg_settings
    where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`.execute(db);
  return rows[0]?.limit ?? 0;
}

import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** Identifies a database. A restored copy or a promoted standby differs in one of the two values. */
export interface DatabaseIdentity {
  identifier: string;
  timeline: number;
}

export async function readQueueState(db: Queryable) {
  return db.selectFrom('mail_queue_state').selectAll().executeTakeFirst();
}

/**
 * Pauses the queue in every process: running attempts finish, and no new one starts. Returns false if it was already paused.
 */
export async function pauseQueue(db: Queryable, reason: string): Promise<boolean> {
  const result = await db
    .updateTable('mail_queue_state')
    .set({ paused_at: sql`now()`, pause_reason: reason })
    .where('paused_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends the pause. Returns false if the queue was not paused. */
export async function clearPause(db: Queryable): Promise<boolean> {
  const result = await db
    .updateTable('mail_queue_state')
    .set({ paused_at: null, pause_reason: null })
    .where('paused_at', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Returns the identity of the connected database. The identity includes the database's id within the cluster, so that
 * it changes if a database is dropped and restored.
 */
export async function readIdentity(db: Queryable): Promise<DatabaseIdentity> {
  const { rows } = await sql<DatabaseIdentity>`
    select s.system_identifier || '/' || d.oid as identifier,
      -- The timeline of the current WAL file: that of the last checkpoint is outdated right after a promotion.
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline
    from pg_control_system() s, pg_database d
    where d.datname = current_database()`.execute(db);
  const [identity] = rows;
  if (!identity) throw new Error('The database did not return its identity');
  return identity;
}

/** Stores the identity. */
export async function storeIdentity(db: Queryable, { identifier, timeline }: DatabaseIdentity): Promise<void> {
  await db.updateTable('mail_queue_state').set({ system_identifier: identifier, timeline }).execute();
}

/**
 * Locks and returns the state of the queue. `loaded` is true if its row was written by something other than an update,
 * such as pg_restore into the same database: a trigger stores the transaction of each update in `written_in`.
 */
export async function lockQueueState(db: Queryable) {
  return db
    .selectFrom('mail_queue_state')
    .selectAll()
    .select(sql<boolean>`xmin::text is distinct from written_in`.as('loaded'))
    .forUpdate()
    .executeTakeFirst();
}

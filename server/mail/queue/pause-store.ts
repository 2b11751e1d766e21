import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** Which database this is. A copy that was restored, or a standby that took over, differs in one of both. */
export interface DatabaseMark {
  identifier: string;
  timeline: number;
}

export async function readPause(db: Queryable) {
  return db.selectFrom('mail_queue_state').selectAll().executeTakeFirst();
}

/** Marks the queue as paused where it is not; false where it was. */
export async function setPaused(db: Queryable, reason: string): Promise<boolean> {
  const result = await db
    .updateTable('mail_queue_state')
    .set({ paused_at: sql`now()`, pause_reason: reason })
    .where('paused_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Lets the queue go on; false where it was not paused. */
export async function setResumed(db: Queryable): Promise<boolean> {
  const result = await db
    .updateTable('mail_queue_state')
    .set({ paused_at: null, pause_reason: null })
    .where('paused_at', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * The mark of the database we are connected to: that of its cluster and of itself within it, so that one that was
 * dropped and loaded again differs too.
 */
export async function readMark(db: Queryable): Promise<DatabaseMark> {
  const { rows } = await sql<DatabaseMark>`
    select s.system_identifier || '/' || d.oid as identifier,
      -- That of the log being written: the last checkpoint's is out of date right after a standby took over.
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline
    from pg_control_system() s, pg_database d
    where d.datname = current_database()`.execute(db);
  const [mark] = rows;
  if (!mark) throw new Error('The database does not say which one it is');
  return mark;
}

/** Remembers the mark. */
export async function noteMark(db: Queryable, { identifier, timeline }: DatabaseMark): Promise<void> {
  await db.updateTable('mail_queue_state').set({ system_identifier: identifier, timeline }).execute();
}

/**
 * The state, locked until the transaction ends. `loaded`: its row was put there by something else than an update, such as
 * pg_restore into this very database; a trigger notes the transaction of each update in `written_in`.
 */
export async function lockPause(db: Queryable) {
  return db
    .selectFrom('mail_queue_state')
    .selectAll()
    .select(sql<boolean>`xmin::text is distinct from written_in`.as('loaded'))
    .forUpdate()
    .executeTakeFirst();
}

import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';

/**
 * Advisory lock that a backup holds exclusively and that deletions of objects share. A backup copies objects after the
 * rows that refer to them, so none may be deleted in between.
 */
export const BACKUP_LOCK = 4_071_626;

/** Returns whether objects may be deleted now. If so, no backup begins until the transaction ends. */
export async function mayDeleteObjects(trx: Queryable): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`.execute(trx);
  return rows[0]?.free === true;
}

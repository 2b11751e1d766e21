import type { Queryable } from '../../platform/db/database.ts';

/** Returns when a handle first sent, and its pause; undefined if it has no settings. */
export async function findSendingSettings(db: Queryable, handleId: number) {
  return db
    .selectFrom('sending_settings')
    .select(['first_sent_at', 'paused_at', 'pause_reason'])
    .where('handle_id', '=', handleId)
    .executeTakeFirst();
}

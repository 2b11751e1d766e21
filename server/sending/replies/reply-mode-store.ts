import type { Queryable } from '../../platform/db/database.ts';

/** Returns the stored reply mode of a handle; undefined if it was never changed. */
export async function findReplySettings(db: Queryable, handleId: number) {
  return db
    .selectFrom('sending_settings')
    .select(['reply_mode', 'allow_inbox_in_text'])
    .where('handle_id', '=', handleId)
    .executeTakeFirst();
}

/** Stores the reply mode of a handle. The caller has locked the handle. */
export async function upsertReplySettings(
  db: Queryable,
  handleId: number,
  settings: { reply_mode: string; allow_inbox_in_text: boolean },
): Promise<void> {
  await db
    .insertInto('sending_settings')
    .values({ handle_id: handleId, ...settings })
    .onConflict((conflict) => conflict.column('handle_id').doUpdateSet(settings))
    .execute();
}

import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** Notes that a profile changed just now. */
export async function touchProfile(db: Queryable, handleId: number): Promise<void> {
  await db.updateTable('handles').set({ profile_changed_at: sql<Date>`now()` }).where('id', '=', handleId).execute();
}

/** Notes that all profiles of an account changed just now; answers their handles. */
export async function touchProfilesOf(db: Queryable, accountId: number): Promise<number[]> {
  const rows = await db
    .updateTable('handles')
    .set({ profile_changed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What a sharing image shows, and the one that there is; undefined where there is no page to share. */
export async function socialImageState(db: Queryable, handleId: number) {
  return db
    .selectFrom('handles')
    .leftJoin('accounts', 'accounts.id', 'handles.account_id')
    .leftJoin('profile_cards', 'profile_cards.handle_id', 'handles.id')
    .select([
      'handles.handle as username',
      'handles.display_name as displayName',
      'handles.bio',
      'handles.template',
      'handles.profile_picture',
      'accounts.avatar_url',
      'profile_cards.content_hash',
      'profile_cards.old_key',
    ])
    .where('handles.id', '=', handleId)
    .where('handles.state', '=', 'active')
    .where('handles.profile_page', '=', true)
    .executeTakeFirst();
}

/** Whether a handle still has a page; it stays so for the rest of the transaction. */
export async function lockShown(trx: Transaction<DB>, handleId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('handles')
    .select('id')
    .where('id', '=', handleId)
    .where('state', '=', 'active')
    .where('profile_page', '=', true)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts a drawn image in the place of the one before, whose key is kept until it is deleted. Answers that key. */
export async function replaceSocialImage(
  db: Queryable,
  handleId: number,
  card: { key: string; hash: string; drawing: number },
): Promise<string | null> {
  const row = await db
    .insertInto('profile_cards')
    .values({ handle_id: handleId, object_key: card.key, content_hash: card.hash, drawing: card.drawing })
    .onConflict((conflict) =>
      conflict.column('handle_id').doUpdateSet((expression) => ({
        old_key: expression.ref('profile_cards.object_key'),
        object_key: expression.ref('excluded.object_key'),
        content_hash: expression.ref('excluded.content_hash'),
        drawing: expression.ref('excluded.drawing'),
      })),
    )
    .returning('old_key')
    .executeTakeFirstOrThrow();
  return row.old_key;
}

/** The image before this one is gone for good. */
export async function deleteOldSocialImage(db: Queryable, handleId: number): Promise<void> {
  await db.updateTable('profile_cards').set({ old_key: null }).where('handle_id', '=', handleId).execute();
}

/** Handles with a page whose image is missing, or of another drawing than this. */
export async function handlesWithoutSocialImage(db: Queryable, drawing: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('handles')
    .leftJoin('profile_cards', 'profile_cards.handle_id', 'handles.id')
    .select('handles.id')
    .where('handles.state', '=', 'active')
    .where('handles.profile_page', '=', true)
    .where((where) =>
      where.or([where('profile_cards.handle_id', 'is', null), where('profile_cards.drawing', '<>', drawing)]),
    )
    .orderBy('handles.id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

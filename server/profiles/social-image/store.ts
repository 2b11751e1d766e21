import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/**
 * Returns the content of a handle's sharing image and the keys of the current one; undefined if the handle has no public page.
 */
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
      'handles.look',
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

/** Returns whether a handle has a public page. Locks the handle for the rest of the transaction. */
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

/** Replaces the image. Stores the key of the previous one until that is deleted, and returns it. */
export async function replaceSocialImage(
  db: Queryable,
  handleId: number,
  image: { key: string; hash: string; drawing: number },
): Promise<string | null> {
  const row = await db
    .insertInto('profile_cards')
    .values({ handle_id: handleId, object_key: image.key, content_hash: image.hash, drawing: image.drawing })
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

/** Removes the key of the previous image, after its deletion. */
export async function deleteOldSocialImage(db: Queryable, handleId: number): Promise<void> {
  await db.updateTable('profile_cards').set({ old_key: null }).where('handle_id', '=', handleId).execute();
}

/** Ids that one query of the search reads, in a tenth of a second however many handles exist. */
const SEARCHED_AT_A_TIME = 100_000;

/** A range of ids of handles: after the first, up to the last. */
interface IdRange {
  after: number;
  last: number;
}

/**
 * Returns the handles of a range with a public page whose image is missing or of another version, in the order of their ids.
 */
export function missingSocialImages(db: Queryable, drawing: number, { after, last }: IdRange) {
  return (
    db
      .selectFrom('handles')
      // The range is given for both tables, because the planner would not derive the second one and read every image.
      .leftJoin('profile_cards', (join) =>
        join
          .onRef('profile_cards.handle_id', '=', 'handles.id')
          .on('profile_cards.handle_id', '>', after)
          .on('profile_cards.handle_id', '<=', last),
      )
      .select('handles.id')
      .where('handles.id', '>', after)
      .where('handles.id', '<=', last)
      .where('handles.state', '=', 'active')
      .where('handles.profile_page', '=', true)
      .where((where) =>
        where.or([where('profile_cards.handle_id', 'is', null), where('profile_cards.drawing', '<>', drawing)]),
      )
      .orderBy('handles.id')
  );
}

/**
 * Returns up to `max` handles after an id with a public page whose image is missing or of another version, in the order
 * of their ids.
 */
export async function handlesWithoutSocialImage(
  db: Queryable,
  drawing: number,
  { after: first, max, step = SEARCHED_AT_A_TIME }: { after: number; max: number; step?: number },
): Promise<number[]> {
  const { newest } = await db
    .selectFrom('handles')
    .select((select) => select.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  const found: number[] = [];
  for (let after = first; after < (newest ?? 0) && found.length < max; after += step) {
    const range = { after, last: Math.min(after + step, newest ?? 0) };
    const rows = await missingSocialImages(db, drawing, range)
      .limit(max - found.length)
      .execute();
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** What showed a picture before its removal. */
export interface PictureUses {
  accountIds: number[];
  handleIds: number[];
}

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

/**
 * Removes pictures, given by the paths of their variants, from every row that refers to one. Locks accounts before
 * handles, as suspensions and erasures do.
 */
export async function clearPictures(trx: Transaction<DB>, paths: string[]): Promise<PictureUses> {
  const gone = sql<boolean>`any(${paths}::text[])`;
  const accounts = await sql<{ id: number }>`
    update accounts set
      avatar_url = case when avatar_url = ${gone} then null else avatar_url end,
      banner_url = case when banner_url = ${gone} then null else banner_url end
    where avatar_url = ${gone} or banner_url = ${gone} returning id`.execute(trx);
  const handles = await sql<{ id: number }>`
    select id from handles
    where profile_picture = ${gone} or banner_image = ${gone} or look->'background'->>'image' = ${gone}
      or id in (select handle_id from page_blocks where content->>'image' = ${gone})
      or id in (select handle_id from handle_pictures where path = ${gone})
    order by id for update`.execute(trx);
  const handleIds = ids(handles.rows);
  const these = sql<boolean>`any(${handleIds}::integer[])`;
  await sql`
    update handles set
      profile_picture = case when profile_picture = ${gone} then null else profile_picture end,
      banner_image = case when banner_image = ${gone} then null else banner_image end,
      look = case when look->'background'->>'image' = ${gone} then jsonb_set(look, '{background}', 'null') else look end
    where id = ${these}`.execute(trx);
  await sql`
    update page_blocks set content = jsonb_set(content, '{image}', 'null')
    where handle_id = ${these} and content->>'image' = ${gone}`.execute(trx);
  await sql`delete from handle_pictures where path = ${gone}`.execute(trx);
  return { accountIds: ids(accounts.rows), handleIds };
}

/** Deletes the sharing images of handles and of all handles of accounts, which may show a picture. Returns their objects. */
export async function deleteSocialImages(
  trx: Transaction<DB>,
  { accountIds, handleIds }: PictureUses,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    with gone as (
      delete from profile_cards where handle_id = any(${handleIds}::integer[])
        or handle_id in (select id from handles where account_id = any(${accountIds}::integer[]))
      returning object_key, old_key
    ) select key from gone, unnest(array[object_key, old_key]) key where key is not null`.execute(trx);
  return rows.map(({ key }) => key);
}

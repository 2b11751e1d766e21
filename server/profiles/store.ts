import { sql } from 'kysely';
import type { HandleState } from '../../db/schema.ts';
import { storedBlocks } from '../blocks/shared/stored-blocks-store.ts';
import { ACCEPTS_MAIL } from '../forwarding/shared/accepts-mail-store.ts';
import { PROFILE_COLUMNS } from '../held-data/tables/handle-tables.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Returns everything that a public page shows, in one query; undefined if the handle does not exist. */
export async function findProfile(db: Queryable, handle: string) {
  return db
    .selectFrom('handles')
    .leftJoin('accounts', 'accounts.id', 'handles.account_id')
    .leftJoin('profile_cards', 'profile_cards.handle_id', 'handles.id')
    .select(PROFILE_COLUMNS.map((column) => `handles.${column}` as const))
    .select([
      'handles.handle',
      'handles.state',
      'handles.links_followed_at',
      'accounts.avatar_url',
      'accounts.banner_url',
      'accounts.email_visible',
      ACCEPTS_MAIL.as('accepts_mail'),
      'profile_cards.object_key as image_key',
      'profile_cards.content_hash as image_hash',
      storedBlocks(sql.ref('handles.id')).as('blocks'),
    ])
    .where('handles.handle', '=', handle)
    .executeTakeFirst();
}

/** Returns those of these handles whose page is public. */
export async function publicHandles(db: Queryable, handles: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ handle: string }>`
    select handle from handles where handle = any(${handles}::text[]) and state = 'active' and profile_page`.execute(
    db,
  );
  return new Set(rows.map(({ handle }) => handle));
}

/** Returns the state of a handle; undefined if the handle does not exist. */
export async function findState(db: Queryable, handle: string): Promise<HandleState | undefined> {
  const row = await db.selectFrom('handles').select('state').where('handle', '=', handle).executeTakeFirst();
  return row?.state;
}

import { type Expression, type RawBuilder, sql } from 'kysely';
import { BLOCK_TYPES, type BlockType } from '../../../contract/blocks/blocks.ts';
import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';

/** A stored block, in `social_links` or in `page_blocks`. */
export interface StoredBlock {
  id: string;
  type: BlockType;
  /** The fields of the type. */
  content: Record<string, unknown>;
  hidden: boolean;
  featured: boolean;
  shown_from: string | null;
  shown_until: string | null;
  /** A row of `social_links`, which `socialLinks` shows. */
  is_social: boolean;
}

const KNOWN_TYPES = sql`any(${[...BLOCK_TYPES]}::text[])`;

/**
 * SQL: the blocks of one handle in order, as JSON. A release that knows only `social_links` numbers its rows from 0, so
 * positions can occur twice: links then come first. Types of a newer release are left out.
 */
export function storedBlocks(handleId: Expression<unknown>): RawBuilder<StoredBlock[]> {
  return sql<StoredBlock[]>`coalesce((
    select json_agg(json_build_object('id', id, 'type', type, 'content', content, 'hidden', hidden, 'featured', featured,
      'shown_from', shown_from, 'shown_until', shown_until, 'is_social', is_social) order by position, is_social desc, id)
    from (
      select coalesce(block_id, platform) as id, 'network' as type,
        jsonb_build_object('platform', platform, 'username', username, 'url', url) as content,
        not is_active as hidden, featured, shown_from, shown_until, true as is_social, position
      from social_links where handle_id = ${handleId}
      union all
      select id, type, content, hidden, featured, shown_from, shown_until, false, position
      from page_blocks where handle_id = ${handleId} and type = ${KNOWN_TYPES}
    ) as block), '[]')`;
}

/** Returns the blocks of a handle in order. */
export async function storedBlocksOf(db: Queryable, handleId: number): Promise<StoredBlock[]> {
  const { rows } = await sql<{ blocks: StoredBlock[] }>`
    select ${storedBlocks(sql`${handleId}::integer`)} as blocks`.execute(db);
  return rows[0]?.blocks ?? [];
}

/** Replaces the blocks of a handle with these, in this order. Rows that stay are updated in place. */
export async function writeStoredBlocks(trx: Transaction<DB>, handleId: number, blocks: StoredBlock[]): Promise<void> {
  const rows = blocks.map((block, position) => ({ ...block, position }));
  const social = rows.filter((row) => row.is_social);
  const others = rows.filter((row) => !row.is_social);
  await trx
    .deleteFrom('social_links')
    .where('handle_id', '=', handleId)
    .$if(social.length > 0, (query) => query.where('platform', 'not in', social.map(platformOf)))
    .execute();
  await trx
    .deleteFrom('page_blocks')
    .where('handle_id', '=', handleId)
    .where(sql<boolean>`type = ${KNOWN_TYPES}`)
    .$if(others.length > 0, (query) =>
      query.where(
        'id',
        'not in',
        others.map(({ id }) => id),
      ),
    )
    .execute();
  if (social.length > 0) await writeSocialLinks(trx, handleId, social);
  if (others.length > 0) await writePageBlocks(trx, handleId, others);
}

const platformOf = ({ content }: StoredBlock) => String(content.platform);

type Positioned = StoredBlock & { position: number };

async function writeSocialLinks(trx: Transaction<DB>, handleId: number, rows: Positioned[]): Promise<void> {
  const values = rows.map((row) => ({
    handle_id: handleId,
    platform: platformOf(row),
    position: row.position,
    is_active: !row.hidden,
    username: String(row.content.username),
    url: String(row.content.url),
    featured: row.featured,
    shown_from: row.shown_from,
    shown_until: row.shown_until,
    block_id: row.id === platformOf(row) ? null : row.id,
  }));
  await trx
    .insertInto('social_links')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['handle_id', 'platform']).doUpdateSet((row) => ({
        username: row.ref('excluded.username'),
        url: row.ref('excluded.url'),
        is_active: row.ref('excluded.is_active'),
        position: row.ref('excluded.position'),
        featured: row.ref('excluded.featured'),
        shown_from: row.ref('excluded.shown_from'),
        shown_until: row.ref('excluded.shown_until'),
        block_id: row.ref('excluded.block_id'),
      })),
    )
    .execute();
}

async function writePageBlocks(trx: Transaction<DB>, handleId: number, rows: Positioned[]): Promise<void> {
  const values = rows.map(({ id, type, content, position, hidden, featured, shown_from, shown_until }) => ({
    handle_id: handleId,
    id,
    type,
    content: JSON.stringify(content),
    position,
    hidden,
    featured,
    shown_from,
    shown_until,
  }));
  await trx
    .insertInto('page_blocks')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['handle_id', 'id']).doUpdateSet((row) => ({
        type: row.ref('excluded.type'),
        content: row.ref('excluded.content'),
        position: row.ref('excluded.position'),
        hidden: row.ref('excluded.hidden'),
        featured: row.ref('excluded.featured'),
        shown_from: row.ref('excluded.shown_from'),
        shown_until: row.ref('excluded.shown_until'),
      })),
    )
    .execute();
}

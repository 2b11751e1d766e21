import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Page } from '../../contract/handles.ts';
import type { Queryable } from '../plumbing/database.ts';

export async function handleExists(db: Queryable, handle: string): Promise<boolean> {
  const row = await db.selectFrom('handles').select('id').where('handle', '=', handle).executeTakeFirst();
  return row !== undefined;
}

/** The account that owns a handle, whatever its state; undefined where there is no such handle. */
export async function ownerOf(db: Queryable, handle: string): Promise<{ account_id: number | null } | undefined> {
  return db.selectFrom('handles').select('account_id').where('handle', '=', handle).executeTakeFirst();
}

/** Inserts a handle and answers its id; undefined where somebody was first. The unique index settles the race. */
export async function insertHandle(db: Queryable, handle: string, accountId: number): Promise<number | undefined> {
  const row = await db
    .insertInto('handles')
    .values({ handle, account_id: accountId })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** An owner's handles with their links and forwarding, oldest first. */
export async function handlesOf(db: Queryable, accountId: number, page: Page) {
  return db
    .selectFrom('handles')
    .leftJoin('forwardings', 'forwardings.handle_id', 'handles.id')
    .selectAll('handles')
    .select([
      'forwardings.address',
      'forwardings.pending_address',
      'forwardings.is_active as forwarding_on',
      (expression) =>
        jsonArrayFrom(
          expression
            .selectFrom('social_links')
            .select(['platform', 'username', 'url', 'social_links.is_active'])
            .whereRef('social_links.handle_id', '=', 'handles.id')
            .orderBy('position'),
        ).as('links'),
    ])
    .where('handles.account_id', '=', accountId)
    .$if(page.after !== undefined, (query) => query.where('handles.id', '>', page.after ?? 0))
    .orderBy('handles.id')
    .limit(page.limit + 1)
    .execute();
}

/** An owner's handle by its id; another's is as good as none. */
export async function ownedHandle(db: Queryable, accountId: number, id: number) {
  return db
    .selectFrom('handles')
    .select(['id', 'handle', 'state'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Puts the example profile in place, once; answers its id when it did. */
export async function insertSample(
  db: Queryable,
  sample: {
    handle: string;
    displayName: string;
    bio: string;
    template: string;
    socialLinks: { platform: string; username: string; url: string }[];
  },
): Promise<number | undefined> {
  const row = await db
    .insertInto('handles')
    .values({ handle: sample.handle, display_name: sample.displayName, bio: sample.bio, template: sample.template })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row || sample.socialLinks.length === 0) return row?.id;
  await db
    .insertInto('social_links')
    .values(sample.socialLinks.map((link, position) => ({ ...link, handle_id: row.id, position })))
    .execute();
  return row.id;
}

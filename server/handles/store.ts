import type { HandlePage as Page } from '../../contract/handles/handles.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import type { ProfileColumns } from './shared/profile-fields.ts';

export async function handleExists(db: Queryable, handle: string): Promise<boolean> {
  const row = await db.selectFrom('handles').select('id').where('handle', '=', handle).executeTakeFirst();
  return row !== undefined;
}

/** The account that owns a handle, whatever its state; undefined if the handle does not exist. */
export async function ownerOf(db: Queryable, handle: string): Promise<{ account_id: number | null } | undefined> {
  return db.selectFrom('handles').select('account_id').where('handle', '=', handle).executeTakeFirst();
}

/** Inserts a handle and returns its id; undefined if it exists. The unique index decides concurrent inserts. */
export async function insertHandle(
  db: Queryable,
  handle: string,
  accountId: number,
  paidUntil: Date | null,
): Promise<number | undefined> {
  const row = await db
    .insertInto('handles')
    .values({ handle, account_id: accountId, paid_until: paidUntil })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const withForwarding = (db: Queryable, accountId: number) =>
  db
    .selectFrom('handles')
    .innerJoin('accounts', 'accounts.id', 'handles.account_id')
    .leftJoin('forwardings', 'forwardings.handle_id', 'handles.id')
    .selectAll('handles')
    .select('accounts.avatar_url')
    .select(['forwardings.address', 'forwardings.pending_address', 'forwardings.is_active as forwarding_on'])
    .where('handles.account_id', '=', accountId);

export type HandleRow = Awaited<ReturnType<ReturnType<typeof withForwarding>['executeTakeFirstOrThrow']>>;

/** An owner's handles with their forwarding, oldest first; one more than the page holds. */
export async function handlesOf(db: Queryable, accountId: number, page: Page): Promise<HandleRow[]> {
  return withForwarding(db, accountId)
    .$if(page.after !== undefined, (query) => query.where('handles.id', '>', page.after ?? 0))
    .$if(page.handle !== undefined, (query) => query.where('handles.handle', '=', page.handle ?? ''))
    .orderBy('handles.id')
    .limit(page.limit + 1)
    .execute();
}

/** One of an owner's handles with its forwarding. */
export async function handleOf(db: Queryable, accountId: number, id: number): Promise<HandleRow | undefined> {
  return withForwarding(db, accountId).where('handles.id', '=', id).executeTakeFirst();
}

/** Locks an owner's handle for the rest of the transaction; false if the owner has no such handle. */
export async function lockOwnedHandle(trx: Transaction<DB>, accountId: number, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('handles')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateProfile(trx: Transaction<DB>, id: number, columns: Partial<ProfileColumns>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('handles').set(columns).where('id', '=', id).execute();
}

/** An owner's handle by its id; undefined also for another owner's. */
export async function ownedHandle(db: Queryable, accountId: number, id: number) {
  return db
    .selectFrom('handles')
    .select(['id', 'handle', 'state'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Inserts the example profile; returns its id, or undefined if it exists. */
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

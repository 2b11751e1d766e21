import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** A picture, named by the path of one of its files, and its owner. */
export interface PictureRow {
  path: string;
  /** Null for a picture of an account. */
  handle_id: number | null;
  handle: string | null;
  account_id: number | null;
}

/** The pictures to find. */
export type Wanted = { paths: string[] } | { handleId: number } | { accountId: number };

/** Returns pictures of handles, newest first, then pictures of accounts. For a handle, the pictures of its owner follow. */
export async function findPictures(db: Queryable, wanted: Wanted, limit: number): Promise<PictureRow[]> {
  const { ofHandles, ofAccounts } = conditions(wanted);
  const { rows } = await sql<PictureRow>`
    select path, handle_id, handle, account_id from (
      select p.path, h.id as handle_id, h.handle, h.account_id, p.created_at
      from handle_pictures p join handles h on h.id = p.handle_id where ${ofHandles}
      union all
      select p.path, null, null, a.id, null
      from accounts a, unnest(array[a.avatar_url, a.banner_url]) p (path) where p.path is not null and ${ofAccounts}
    ) picture order by created_at desc nulls last, path limit ${limit}`.execute(db);
  return rows;
}

/** Returns the SQL conditions for pictures `p` of a handle `h` and of an account `a`. */
function conditions(wanted: Wanted): { ofHandles: RawBuilder<boolean>; ofAccounts: RawBuilder<boolean> } {
  if ('paths' in wanted) {
    const condition = sql<boolean>`p.path = any(${wanted.paths}::text[])`;
    return { ofHandles: condition, ofAccounts: condition };
  }
  if ('accountId' in wanted) {
    return {
      ofHandles: sql<boolean>`h.account_id = ${wanted.accountId}`,
      ofAccounts: sql<boolean>`a.id = ${wanted.accountId}`,
    };
  }
  return {
    ofHandles: sql<boolean>`h.id = ${wanted.handleId}`,
    ofAccounts: sql<boolean>`a.id = (select account_id from handles where id = ${wanted.handleId})`,
  };
}

/** Finds a handle by its name, or an account by its email address; undefined if neither exists. */
export async function findWanted(db: Queryable, typed: string): Promise<Wanted | undefined> {
  const name = typed.trim().toLowerCase();
  if (name.includes('@')) {
    const account = await db
      .selectFrom('accounts')
      .select('id')
      .where(sql<string>`lower(email)`, '=', name)
      .executeTakeFirst();
    return account && { accountId: account.id };
  }
  const handle = await db.selectFrom('handles').select('id').where('handle', '=', name).executeTakeFirst();
  return handle && { handleId: handle.id };
}

/** Returns the pictures that were removed last. */
export async function lastRemoved(db: Queryable, limit: number) {
  return db
    .selectFrom('removed_pictures')
    .select(['name', 'removed_at'])
    .orderBy('removed_at', 'desc')
    .limit(limit)
    .execute();
}

/** Returns when a picture was removed; undefined if it was not. */
export async function findRemoved(db: Queryable, name: string) {
  return db.selectFrom('removed_pictures').select(['name', 'removed_at']).where('name', '=', name).executeTakeFirst();
}

/** Returns the owners of pictures, who get an email when one is removed. */
export async function ownersOf(db: Queryable, accountIds: number[]): Promise<{ id: number; email: string }[]> {
  if (accountIds.length === 0) return [];
  return db.selectFrom('accounts').select(['id', 'email']).where('id', 'in', accountIds).execute();
}

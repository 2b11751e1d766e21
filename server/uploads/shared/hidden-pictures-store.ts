import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** The owner of pictures: an account with all its handles, or a handle without an owner. */
export interface PictureOwner {
  kind: 'account' | 'handle';
  id: number;
}

/**
 * Returns the paths of the pictures, of everyone or of one owner, that only suspended handles and accounts show. A
 * picture belongs to one handle, or to an account whose handles share it.
 */
export async function suspendedPictures(db: Queryable, owner?: PictureOwner): Promise<string[]> {
  const { ofHandle, ofAccount } = conditions(owner);
  const { rows } = await sql<{ path: string }>`
    with suspended as (select id, account_id from handles where state = 'suspended' and ${ofHandle}),
    closed as (select id, avatar_url, banner_url from accounts where suspended_at is not null and ${ofAccount}),
    shared as (
      select avatar_url, banner_url from closed
      union all
      select avatar_url, banner_url from accounts where id in (select account_id from suspended)
        and not exists (select from handles where account_id = accounts.id and state <> 'suspended')
    )
    select path from suspended join handle_pictures on handle_id = suspended.id
    union
    select path from closed join handles on account_id = closed.id join handle_pictures on handle_id = handles.id
    union
    select path from shared, unnest(array[avatar_url, banner_url]) path where path is not null`.execute(db);
  return rows.map(({ path }) => path);
}

/** Returns the paths of all pictures of an owner. */
export async function picturesOfOwner(db: Queryable, owner: PictureOwner): Promise<string[]> {
  const { ofHandle, ofAccount } = conditions(owner);
  const { rows } = await sql<{ path: string }>`
    select path from handle_pictures join handles on handles.id = handle_id where ${ofHandle}
    union
    select path from accounts, unnest(array[avatar_url, banner_url]) path where path is not null and ${ofAccount}`.execute(
    db,
  );
  return rows.map(({ path }) => path);
}

/** SQL: which rows of `handles` and `accounts` are the owner's. */
function conditions(owner: PictureOwner | undefined) {
  const [all, none] = [sql<boolean>`true`, sql<boolean>`false`];
  if (!owner) return { ofHandle: all, ofAccount: all };
  if (owner.kind === 'handle') return { ofHandle: sql<boolean>`handles.id = ${owner.id}`, ofAccount: none };
  return { ofHandle: sql<boolean>`account_id = ${owner.id}`, ofAccount: sql<boolean>`accounts.id = ${owner.id}` };
}

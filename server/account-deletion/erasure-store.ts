import { sql } from 'kysely';
import { inboxKey } from '../forwarding/shared/inbox-key.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Accounts that were closed before this moment, by id, after the one of the last batch. */
export async function accountsClosedBefore(
  db: Queryable,
  moment: Date,
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('closed_at', '<=', moment)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks an account that is still closed since before this moment: its owner can't come back until the transaction ends. */
export async function lockClosedAccount(db: Queryable, id: number, moment: Date) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'avatar_url', 'banner_url'])
    .where('id', '=', id)
    .where('closed_at', '<=', moment)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes an account's uploads and answers the keys of the files that were sent. */
export async function takeUploads(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('account_id', '=', accountId).returning('object_key').execute();
  return rows.map(({ object_key }) => object_key).filter((key) => key !== null);
}

/** Forgets the links mailed to the owner of an account and when letters went there. What others asked of the inbox is theirs. */
export async function forgetMailTo(db: Queryable, email: string): Promise<void> {
  await db
    .deleteFrom('mailed_links')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('purpose', '<>', 'verify-forwarding')
    .execute();
  await db.deleteFrom('letters_sent').where('recipient_key', '=', inboxKey(email)).execute();
}

/** Deletes an account; its sessions go with it. Its handles must have been emptied. */
export async function deleteAccount(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

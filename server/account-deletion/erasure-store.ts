import { sql } from 'kysely';
import { inboxKey } from '../forwarding/shared/inbox-key.ts';
import type { Queryable } from '../platform/db/database.ts';

/** A batch of accounts that were closed before this moment, by id, after the last id of the previous batch. */
export async function accountsClosedBefore(
  db: Queryable,
  moment: Date,
  { after, max }: { after: number; max: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('closed_at', '<=', moment)
    .where('id', '>', after)
    .orderBy('id')
    .limit(max)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks an account that was closed before this moment: it cannot be reopened until the transaction ends. */
export async function lockClosedAccount(db: Queryable, id: number, moment: Date) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'avatar_url', 'banner_url'])
    .where('id', '=', id)
    .where('closed_at', '<=', moment)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes an account's uploads and returns the object keys of their files. */
export async function deleteUploadsOf(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('account_id', '=', accountId).returning('object_key').execute();
  return rows.map(({ object_key }) => object_key).filter((key) => key !== null);
}

/** Deletes the links mailed to the owner of an account and the record of emails. Requests of other accounts to the inbox stay. */
export async function deleteMailTo(db: Queryable, email: string): Promise<void> {
  await db
    .deleteFrom('mailed_links')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('purpose', '<>', 'verify-forwarding')
    .execute();
  await db.deleteFrom('letters_sent').where('recipient_key', '=', inboxKey(email)).execute();
}

/** Deletes an account with its sessions. Its handles must have been emptied. */
export async function deleteAccount(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

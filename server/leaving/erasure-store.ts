import { sql } from 'kysely';
import type { Queryable } from '../plumbing/database.ts';
import { inboxKey } from '../plumbing/inbox-key.ts';

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

/** Takes the sharing images off an account's handles and answers the keys of the objects. */
export async function takeCards(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('profile_cards')
    .using('handles')
    .whereRef('handles.id', '=', 'profile_cards.handle_id')
    .where('handles.account_id', '=', accountId)
    .returning(['object_key', 'old_key'])
    .execute();
  return rows.flatMap(({ object_key, old_key }) => (old_key === null ? [object_key] : [object_key, old_key]));
}

/** Deletes an account's uploads and answers the keys of the files that were sent. */
export async function takeUploads(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('account_id', '=', accountId).returning('object_key').execute();
  return rows.map(({ object_key }) => object_key).filter((key) => key !== null);
}

/** Deletes the forwardings of an account's handles, with the links mailed for them, and answers their ids. */
export async function takeForwardings(db: Queryable, accountId: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('forwardings')
    .using('handles')
    .whereRef('handles.id', '=', 'forwardings.handle_id')
    .where('handles.account_id', '=', accountId)
    .returning('forwardings.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes what the flight recorder holds of mail to an account's handles, whom they turn away, and lists they allowed. */
export async function deleteMailRecords(db: Queryable, accountId: number): Promise<void> {
  const own = db.selectFrom('handles').select('id').where('account_id', '=', accountId);
  await db.deleteFrom('flights').where('handle_id', 'in', own).execute();
  await db.deleteFrom('forwarding_blocks').where('handle_id', 'in', own).execute();
  await db.deleteFrom('forwarding_lists').where('handle_id', 'in', own).execute();
}

/** Deletes the social links of an account's handles. */
export async function deleteSocialLinks(db: Queryable, accountId: number): Promise<void> {
  await db
    .deleteFrom('social_links')
    .using('handles')
    .whereRef('handles.id', '=', 'social_links.handle_id')
    .where('handles.account_id', '=', accountId)
    .execute();
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

/** Deletes an account; its sessions go with it. Its handles must have been let go of. */
export async function deleteAccount(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

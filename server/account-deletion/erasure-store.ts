import { sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import { deleteUsesBy } from '../limits/shared/uses-store.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { deleteJobs } from '../platform/jobs/graphile-tables.ts';

/** Returns a batch of ids of accounts that were closed before this moment, in order, after the last id of the batch before. */
export async function accountsClosedBefore(
  db: Queryable,
  moment: Date,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('closed_at', '<=', moment)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks an account that was closed before this moment, so that its owner cannot reopen it until the transaction ends. */
export async function lockClosedAccount(db: Queryable, id: number, moment: Date) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'avatar_url', 'banner_url', 'closed_at'])
    .where('id', '=', id)
    .where('closed_at', '<=', moment)
    .forUpdate()
    .executeTakeFirst();
}

/** Deletes the uploads of an account and returns the keys of their stored files. */
export async function deleteUploads(db: Queryable, accountId: number): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('account_id', '=', accountId).returning('object_key').execute();
  return rows.map(({ object_key }) => object_key).filter((key) => key !== null);
}

/**
 * Deletes the links and codes sent to the owner of an account, and what limits have counted. Links that verify an inbox are kept: they
 * belong to the handles that asked for the inbox.
 */
export async function deleteLinksAndUses(trx: Transaction<DB>, id: number, email: string): Promise<void> {
  await trx
    .deleteFrom('mailed_links')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('purpose', 'not in', ['verify-forwarding', 'verify-member-inbox'])
    .execute();
  await trx.deleteFrom('sign_in_codes').where(sql<string>`lower(email)`, '=', email.toLowerCase()).execute();
  await deleteUsesBy(trx, 'inbox', [inboxKey(email)]);
  await deleteUsesBy(trx, 'account', [id]);
}

/**
 * Deletes the invitations and offers to an address, and its mentions in the activity of handles. What the account itself did
 * stays in the activity of others without its name.
 */
export async function deleteInvitations(db: Queryable, email: string): Promise<void> {
  const address = email.toLowerCase();
  await db
    .deleteFrom('handle_members')
    .where(sql<string>`lower(email)`, '=', address)
    .where('account_id', 'is', null)
    .execute();
  await db.deleteFrom('handle_transfers').where(sql<string>`lower(email)`, '=', address).execute();
  // The conditions are those of the index handle_activity_person.
  await db
    .updateTable('handle_activity')
    .set({ details: [] })
    .where(sql<string>`lower(details[1])`, '=', address)
    .where(sql<boolean>`split_part(action, '.', 1) in ('member', 'invitation', 'transfer')`)
    .execute();
}

/** Takes an address off the email lists of all pages, and deletes what it was entered for. */
export async function deleteSubscriptions(db: Queryable, email: string): Promise<void> {
  await db.deleteFrom('page_subscribers').where('email_key', '=', email.toLowerCase()).execute();
}

/** Removes an address from the reports about pages that were sent with it. */
export async function forgetReporter(db: Queryable, email: string): Promise<void> {
  await db
    .updateTable('page_reports')
    .set({ email: null })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .execute();
}

/** Deletes waiting emails to the owner of an account, except those that others requested, and those about its forwardings. */
export async function deleteWaitingEmails(db: Queryable, email: string, forwardingIds: number[]): Promise<void> {
  await deleteJobs(
    db,
    sql`((lower(payload->>'to') = ${email.toLowerCase()} and payload->>'kind' not in ('verify-forwarding', 'verify-member-inbox'))
      or (payload->>'forwardingId')::integer = any(${forwardingIds}::integer[]))`,
  );
}

/** Deletes an account, its sessions and its passkeys. Its handles must have been emptied before. */
export async function deleteAccount(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';
import { deleteJobs } from '../platform/jobs/graphile-tables.ts';

/** Returns a batch of ids of accounts closed before `moment`, in order, beginning after the last id of the previous batch. */
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

/** Locks an account that was closed before `moment`: its owner cannot reopen it until the transaction ends. */
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

/** Deletes waiting emails to the owner of an account, except those that others requested, and those about its forwardings. */
export async function deleteWaitingEmails(db: Queryable, email: string, forwardingIds: number[]): Promise<void> {
  await deleteJobs(
    db,
    sql`((lower(payload->>'to') = ${email.toLowerCase()} and payload->>'kind' not in ('verify-forwarding', 'verify-member-inbox'))
      or (payload->>'forwardingId')::integer = any(${forwardingIds}::integer[]))`,
  );
}

/** Deletes an account, its sessions and its passkeys. Empty its handles first. */
export async function deleteAccount(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

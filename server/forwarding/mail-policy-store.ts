import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';
import type { RequestedInbox } from './store.ts';

/** The parts of the policy that are columns of the forwarding record. */
export interface PolicySettings {
  when_off?: 'refuse' | 'drop';
  keep_subjects?: boolean;
}

/** Returns the patterns of blocked senders, sorted. */
export async function blocksOf(db: Queryable, handleId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('forwarding_blocks')
    .select('pattern')
    .where('handle_id', '=', handleId)
    .orderBy('pattern')
    .execute();
  return rows.map(({ pattern }) => pattern);
}

/** Replaces the patterns of blocked senders. */
export async function replaceBlocks(db: Queryable, handleId: number, patterns: string[]): Promise<void> {
  const removed = db.deleteFrom('forwarding_blocks').where('handle_id', '=', handleId);
  if (patterns.length === 0) {
    await removed.execute();
    return;
  }
  await removed.where('pattern', 'not in', patterns).execute();
  await db
    .insertInto('forwarding_blocks')
    .values(patterns.map((pattern) => ({ handle_id: handleId, pattern })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the ids of the allowed mailing lists, sorted. */
export async function allowedListsOf(db: Queryable, handleId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('forwarding_lists')
    .select('list_id')
    .where('handle_id', '=', handleId)
    .orderBy('list_id')
    .execute();
  return rows.map(({ list_id }) => list_id);
}

/** Replaces the allowed mailing lists. */
export async function replaceAllowedLists(db: Queryable, handleId: number, listIds: string[]): Promise<void> {
  const removed = db.deleteFrom('forwarding_lists').where('handle_id', '=', handleId);
  if (listIds.length === 0) {
    await removed.execute();
    return;
  }
  await removed.where('list_id', 'not in', listIds).execute();
  await db
    .insertInto('forwarding_lists')
    .values(listIds.map((list_id) => ({ handle_id: handleId, list_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function setPolicy(db: Queryable, id: number, settings: PolicySettings): Promise<void> {
  await db.updateTable('forwardings').set(settings).where('id', '=', id).execute();
}

/** Deletes the stored subjects of mail to a handle. */
export async function deleteSubjects(db: Queryable, handleId: number): Promise<void> {
  await db
    .updateTable('flights')
    .set({ subject: null })
    .where('handle_id', '=', handleId)
    .where('subject', 'is not', null)
    .execute();
}

/** Sets or, with null, clears the pending second inbox. A verified one stays until then. */
export async function setBackupPending(db: Queryable, id: number, pending: RequestedInbox | null): Promise<void> {
  await db
    .updateTable('forwardings')
    .set({
      backup_pending_address: pending?.address ?? null,
      backup_pending_key: pending?.key ?? null,
      backup_pending_refused_at: null,
      backup_pending_member_id: pending?.memberId ?? null,
    })
    .where('id', '=', id)
    .execute();
}

/** Removes the second inbox, verified or pending. */
export async function removeBackup(db: Queryable, id: number): Promise<void> {
  await db
    .updateTable('forwardings')
    .set({ backup_address: null, backup_key: null, backup_pending_address: null, backup_pending_key: null })
    .where('id', '=', id)
    .execute();
}

/** Marks the pending second inbox as verified. Returns false if another address is pending now. */
export async function confirmBackup(db: Queryable, id: number, address: string): Promise<boolean> {
  const result = await db
    .updateTable('forwardings')
    .set({
      backup_address: sql`backup_pending_address`,
      backup_key: sql`backup_pending_key`,
      backup_member_id: sql`backup_pending_member_id`,
      backup_pending_address: null,
      backup_pending_key: null,
      backup_pending_refused_at: null,
      backup_refusal: null,
      backup_refusals: 0,
      backup_refused_since: null,
      backup_pending_member_id: null,
    })
    .where('id', '=', id)
    .where('backup_pending_address', '=', address)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

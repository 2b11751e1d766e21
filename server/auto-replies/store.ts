import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

/** Returns the automatic reply of a handle; undefined if none was saved. The caller has checked the access. */
export async function findAutoReply(db: Queryable, handleId: number) {
  return db.selectFrom('auto_replies').selectAll().where('handle_id', '=', handleId).executeTakeFirst();
}

export interface AutoReplyColumns {
  enabled: boolean;
  subject: string;
  text: string;
  starts_at: Date | null;
  ends_at: Date | null;
  every_days: number;
  audience: 'everybody' | 'contacts';
}

/** Saves the automatic reply of a handle that the caller has locked. */
export async function saveAutoReply(trx: Transaction<DB>, handleId: number, columns: AutoReplyColumns): Promise<void> {
  await trx
    .insertInto('auto_replies')
    .values({ handle_id: handleId, ...columns })
    .onConflict((conflict) => conflict.column('handle_id').doUpdateSet(columns))
    .execute();
}

/** Returns the name that a handle has in From, and its verified inbox; each null if not set. */
export async function findReplySender(
  db: Queryable,
  handleId: number,
): Promise<{ display_name: string | null; address: string | null } | undefined> {
  return db
    .selectFrom('handles')
    .leftJoin('forwardings', 'forwardings.handle_id', 'handles.id')
    .select(['handles.display_name', 'forwardings.address'])
    .where('handles.id', '=', handleId)
    .executeTakeFirst();
}

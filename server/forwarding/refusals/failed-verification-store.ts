import { inboxKey } from '../../addresses/inbox-key.ts';
import type { Queryable } from '../../platform/db/database.ts';

/** Records that a pending address, of any handle, refused our email for good. */
export async function markFailedVerification(
  db: Queryable,
  address: string,
  why: 'gone' | 'other',
  now: Date,
): Promise<void> {
  const key = inboxKey(address);
  await db
    .updateTable('forwardings')
    .set({ pending_refused_at: now, pending_refusal: why })
    .where('pending_key', '=', key)
    .where('pending_address', '=', address)
    .execute();
  await db
    .updateTable('forwardings')
    .set({ backup_pending_refused_at: now })
    .where('backup_pending_key', '=', key)
    .where('backup_pending_address', '=', address)
    .execute();
}

/** Clears the refusal of an address that is asked again. */
export async function forgetFailedVerification(db: Queryable, id: number, inbox: 'first' | 'second'): Promise<void> {
  const values =
    inbox === 'first' ? { pending_refused_at: null, pending_refusal: null } : { backup_pending_refused_at: null };
  await db.updateTable('forwardings').set(values).where('id', '=', id).execute();
}

import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { profileChanged } from '../../profiles/rules.ts';
import { adaptMembers, deleteMailOfOwner, returnQueuedMail, setOwner } from './transfer-store.ts';

/**
 * Gives a locked handle to another account. Its page, its paid year, its members and its activity stay; the inboxes, the
 * correspondence and the app passwords of the old owner are deleted.
 */
export async function handOver(
  trx: Transaction<DB>,
  handle: { id: number; handle: string },
  newOwnerId: number,
  now: Date,
): Promise<void> {
  await setOwner(trx, handle.id, newOwnerId, now);
  await deleteMailOfOwner(trx, handle.id);
  await adaptMembers(trx, handle.id, newOwnerId);
  await returnQueuedMail(trx, handle.handle, now);
  await profileChanged(trx, handle.id);
}

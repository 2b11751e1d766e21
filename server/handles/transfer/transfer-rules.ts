import type { DB } from '../../../db/schema.ts';
import type { MailAfterTransfer } from '../../forwarding/shared/mail-after-transfer.ts';
import { startMailOfNewOwner } from '../../forwarding/transfer/transferred-mail-rules.ts';
import { profileChanged } from '../../page-changes/page-changes.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { deleteMailOfOwner, returnQueuedMail, setOwner, takeMemberPlace } from './transfer-store.ts';

/**
 * Gives a locked handle to another account. Its page, its paid year, its members and its activity stay; the inboxes, the
 * correspondence and the app passwords of the old owner are deleted. Returns what happens to its mail now.
 */
export async function handOver(
  trx: Transaction<DB>,
  handle: { id: number; handle: string },
  newOwnerId: number,
  now: Date,
): Promise<MailAfterTransfer> {
  await setOwner(trx, handle.id, newOwnerId, now);
  await deleteMailOfOwner(trx, handle.id);
  await returnQueuedMail(trx, handle.handle, now);
  const inbox = await takeMemberPlace(trx, handle, newOwnerId);
  const mail = await startMailOfNewOwner(trx, handle, inbox, now);
  await profileChanged(trx, handle.id);
  return mail;
}

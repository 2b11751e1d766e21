import type { DB } from '../../../db/schema.ts';
import { inboxKey } from '../../addresses/inbox-key.ts';
import { maskAddress } from '../../emails/shared/mask-address.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { isInboxFull, refusesEmails } from '../inbox-rules.ts';
import { lockInbox } from '../inbox-store.ts';
import type { MailAfterTransfer } from '../shared/mail-after-transfer.ts';
import { deferMail } from '../shared/mail-deferral-store.ts';
import { saveVerified } from '../store.ts';

/**
 * Starts the mail of a handle that has just got a new owner and has no inbox. `inbox` is where the new owner received
 * its mail as a member: it becomes the inbox of the handle, within its limits. Without it, mail is deferred for a day.
 */
export async function startMailOfNewOwner(
  trx: Transaction<DB>,
  handle: { id: number; handle: string },
  inbox: string | null,
  now: Date,
): Promise<MailAfterTransfer> {
  if (inbox !== null) {
    const key = inboxKey(inbox);
    await lockInbox(trx, key);
    if (!(await refusesEmails(trx, inbox)) && !(await isInboxFull(trx, inbox, handle))) {
      await saveVerified(trx, handle.id, { address: inbox, key });
      return { inbox: maskAddress(inbox) };
    }
  }
  return { waitsUntil: (await deferMail(trx, handle.id, now)).toISOString() };
}

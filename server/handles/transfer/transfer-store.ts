import type { DB } from '../../../db/schema.ts';
import { deleteRowsOfHandles } from '../../held-data/erasure.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Gives a locked handle to another account. */
export async function setOwner(trx: Transaction<DB>, id: number, accountId: number, now: Date): Promise<void> {
  await trx
    .updateTable('handles')
    .set({ account_id: accountId, reminded_days: null, profile_changed_at: now })
    .where('id', '=', id)
    .execute();
}

/** Deletes the mail data and the app passwords of the old owner. */
export async function deleteMailOfOwner(trx: Transaction<DB>, id: number): Promise<void> {
  await deleteRowsOfHandles(trx, [id], 'deleted when handed over');
  await trx.deleteFrom('app_passwords').where('handle_id', '=', id).where('member_id', 'is', null).execute();
  await trx
    .updateTable('sending_settings')
    .set({ reply_mode: 'pass-through', allow_inbox_in_text: false })
    .where('handle_id', '=', id)
    .execute();
}

/**
 * Deletes the new owner's place among the members, and invitations that nobody has accepted. Returns the inbox where the
 * new owner received the mail of the handle as a member, or null. Mail queued for that inbox becomes mail of the new owner.
 */
export async function takeMemberPlace(
  trx: Transaction<DB>,
  { id, handle }: { id: number; handle: string },
  ownerId: number,
): Promise<string | null> {
  const deleted = await trx
    .deleteFrom('handle_members')
    .where('handle_id', '=', id)
    .where((is) => is.or([is('account_id', 'is', null), is('account_id', '=', ownerId)]))
    .returning(['id', 'account_id', 'address', 'mail', 'wants_mail', 'paused_at'])
    .execute();
  const place = deleted.find(({ account_id }) => account_id === ownerId);
  if (!place?.mail || place.address === null || !place.wants_mail || place.paused_at !== null) return null;
  await trx
    .updateTable('mail_recipients')
    .set({ member_id: null })
    .where('key', '=', handle)
    .where('member_id', '=', place.id)
    .execute();
  return place.address;
}

/**
 * Marks queued mail to the inbox of the old owner, and makes it due now. The next attempt returns it to its sender,
 * whatever inbox the new owner has by then.
 */
export async function returnQueuedMail(trx: Transaction<DB>, handle: string, now: Date): Promise<void> {
  await trx
    .updateTable('mail_recipients')
    .set({ for_earlier_owner: true, next_try_at: now })
    .where('key', '=', handle)
    .where('traffic', '=', 'forwarded')
    .where('member_id', 'is', null)
    .execute();
}

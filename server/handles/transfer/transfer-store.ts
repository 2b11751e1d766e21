import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { OWNED_TABLES } from '../emptying-store.ts';

/**
 * What a transfer does with the rows of each table of a handle. The page goes with the handle. Mail does not: whom the old
 * owner wrote to and heard from is not for the new one. `kept` also has what a person could reset by a transfer to themselves.
 */
const AT_TRANSFER: Record<(typeof OWNED_TABLES)[number], 'kept' | 'deleted'> = {
  forwarding_blocks: 'deleted',
  forwarding_lists: 'deleted',
  flights: 'deleted',
  social_links: 'kept',
  page_blocks: 'kept',
  handle_pictures: 'kept',
  profile_cards: 'kept',
  // Those of members stay with them.
  app_passwords: 'kept',
  // The pauses and the first week stay, the way of replying does not.
  sending_settings: 'kept',
  sending_usage: 'kept',
  suppressed_recipients: 'deleted',
  contacts: 'deleted',
  auto_replies: 'deleted',
  auto_reply_recipients: 'deleted',
  // A trigger deletes the offer, and members stay.
  handle_transfers: 'kept',
  handle_members: 'kept',
  handle_activity: 'kept',
  page_hours: 'kept',
  page_days: 'kept',
  page_counts: 'kept',
  page_visitors: 'kept',
  page_form_uses: 'kept',
  // They agreed that the old owner writes to them.
  page_subscribers: 'deleted',
  // What visitors reported stays open, or a transfer would end it.
  page_cases: 'kept',
};

/** Gives a locked handle to another account. */
export async function setOwner(trx: Transaction<DB>, id: number, accountId: number, now: Date): Promise<void> {
  await trx
    .updateTable('handles')
    .set({ account_id: accountId, reminded_days: null, profile_changed_at: now })
    .where('id', '=', id)
    .execute();
}

/** Deletes what belongs to the mail of the old owner, and the app passwords of the old owner. */
export async function deleteMailOfOwner(trx: Transaction<DB>, id: number): Promise<void> {
  for (const [table, fate] of Object.entries(AT_TRANSFER)) {
    if (fate === 'deleted') await sql`delete from ${sql.table(table)} where handle_id = ${id}`.execute(trx);
  }
  await trx.deleteFrom('forwardings').where('handle_id', '=', id).execute();
  await trx.deleteFrom('app_passwords').where('handle_id', '=', id).where('member_id', 'is', null).execute();
  await trx
    .updateTable('sending_settings')
    .set({ reply_mode: 'pass-through', allow_inbox_in_text: false })
    .where('handle_id', '=', id)
    .execute();
}

/**
 * Deletes the place of the new owner among the members, and invitations that nobody has accepted. Returns the inbox at which the
 * new owner received the mail of the handle as a member, or null. Mail that is queued for it becomes mail of the new owner.
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
 * Marks queued mail to the inbox of the old owner, and makes it due now: the next attempt returns it to its sender, whatever inbox
 * the new owner has by then.
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

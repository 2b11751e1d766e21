import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Deletes the hours of sending that began before this moment. */
export async function deleteUsageBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('sending_usage').where('hour', '<', moment).execute();
}

/** Deletes the records of automatic replies that were sent before this moment. */
export async function deleteAutoReplyRecipientsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('auto_reply_recipients').where('replied_at', '<', moment).execute();
}

/** Deletes the reports that arrived before this moment. */
export async function deleteReportsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('mail_reports').where('received_at', '<', moment).execute();
}

/** Takes the reply address from contacts where it was last used before this moment. The contacts are kept. */
export async function removeTokensUnusedSince(db: Queryable, moment: Date): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ token: null, token_used_at: null })
    .where('token', 'is not', null)
    .where(sql<Date>`coalesce(token_used_at, created_at)`, '<', moment)
    .execute();
}

/** Deletes the envelope senders and the numbers of replies whose time is over. */
export async function deleteExpiredTokens(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('mail_sender_tokens').where('expires_at', '<', now).execute();
}

/** Deletes contacts without a reply address that were only named in mail. */
export async function deleteNamedContacts(db: Queryable): Promise<void> {
  await db
    .deleteFrom('contacts')
    .where('token', 'is', null)
    .where('last_received_at', 'is', null)
    .where('last_sent_at', 'is', null)
    .where('added_at', 'is', null)
    .where('blocked', '=', false)
    .execute();
}

import type { Queryable } from '../platform/db/database.ts';

/** Returns the rows of every table about sending of the handles of an account, in a fixed order. */
export async function sendingRows(db: Queryable, accountId: number) {
  const ids = db.selectFrom('handles').select('handles.id').where('account_id', '=', accountId);
  return {
    appPasswords: await db
      .selectFrom('app_passwords')
      .select(['handle_id', 'name', 'created_at', 'last_used_at', 'last_used_from'])
      .where('handle_id', 'in', ids)
      .orderBy('id')
      .execute(),
    settings: await db.selectFrom('sending_settings').selectAll().where('handle_id', 'in', ids).execute(),
    usage: await db.selectFrom('sending_usage').selectAll().where('handle_id', 'in', ids).orderBy('hour').execute(),
    suppressed: await db
      .selectFrom('suppressed_recipients')
      .selectAll()
      .where('handle_id', 'in', ids)
      .orderBy('address')
      .execute(),
    contacts: await db
      .selectFrom('contacts')
      .select(['handle_id', 'address', 'name', 'blocked', 'token_used_at', 'last_received_at', 'last_sent_at'])
      .select(['added_at', 'created_at'])
      .where('handle_id', 'in', ids)
      .orderBy('id')
      .execute(),
    autoReplies: await db.selectFrom('auto_replies').selectAll().where('handle_id', 'in', ids).execute(),
    autoReplyRecipients: await db
      .selectFrom('auto_reply_recipients')
      .selectAll()
      .where('handle_id', 'in', ids)
      .orderBy('address')
      .execute(),
  };
}

export type SendingRows = Awaited<ReturnType<typeof sendingRows>>;

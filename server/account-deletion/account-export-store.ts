import { sql } from 'kysely';
import { storedBlocks } from '../blocks/shared/stored-blocks-store.ts';
import type { Queryable } from '../platform/db/database.ts';

/** Returns the address and the pictures of an account; undefined if it does not exist. */
export async function accountRow(db: Queryable, id: number) {
  return db
    .selectFrom('accounts')
    .select(['email', 'avatar_url', 'banner_url'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the parts of each page of an account, and the hash of its social image. */
export async function pageRows(db: Queryable, accountId: number) {
  return db
    .selectFrom('handles')
    .leftJoin('profile_cards', 'profile_cards.handle_id', 'handles.id')
    .select([
      'handles.id',
      'handles.handle',
      'profile_cards.content_hash',
      storedBlocks(sql.ref('handles.id')).as('blocks'),
    ])
    .where('account_id', '=', accountId)
    .execute();
}

/**
 * Returns the queued mail to and from the handles of an account, and to its inboxes as a member. Copies to other
 * members belong to those members and are left out. The key of a queued copy is its handle.
 */
export async function queuedRows(db: Queryable, accountId: number) {
  return (
    db
      .selectFrom('mail_recipients')
      .innerJoin('mail_messages', 'mail_messages.id', 'mail_recipients.message_id')
      .innerJoin('handles', 'handles.handle', 'mail_recipients.key')
      .select([
        'mail_recipients.recipient',
        'mail_recipients.sender',
        'mail_recipients.attempts',
        'mail_recipients.next_try_at',
        'mail_recipients.traffic',
        'mail_messages.size',
        'mail_messages.created_at',
        // The owner may not learn the inbox of a member, and a server's text may contain that address.
        sql<string>`case when mail_recipients.member_id is null then mail_recipients.destination else '' end`.as(
          'destination',
        ),
        sql<string | null>`case when mail_recipients.member_id is null then mail_recipients.last_words end`.as(
          'last_words',
        ),
      ])
      .leftJoin('handle_members', 'handle_members.id', 'mail_recipients.member_id')
      .where((is) =>
        is.or([
          is.and([is('handles.account_id', '=', accountId), is('mail_recipients.member_id', 'is', null)]),
          is('handle_members.account_id', '=', accountId),
        ]),
      )
      // Delivery reports to senders have no recipient, and their key is not a handle.
      .where('mail_recipients.recipient', '<>', '')
      .orderBy('mail_messages.created_at')
      .execute()
  );
}

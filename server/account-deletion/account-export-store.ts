import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { inboxKey } from '../addresses/inbox-key.ts';
import { storedBlocks } from '../blocks/shared/stored-blocks-store.ts';
import type { Queryable } from '../platform/db/database.ts';

export async function accountRow(db: Queryable, id: number) {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function sessionRows(db: Queryable, accountId: number) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'expires_at', 'last_used_at', 'confirmed_at', 'passkey_at', 'passkey_added_at'])
    .select(['method', 'device', 'network'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

export async function emailChangeRows(db: Queryable, accountId: number) {
  return db.selectFrom('email_changes').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export async function passkeyRows(db: Queryable, accountId: number) {
  return db
    .selectFrom('passkeys')
    .select(['name', 'is_synced', 'transports', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

export async function challengeRows(db: Queryable, accountId: number) {
  return db
    .selectFrom('passkey_challenges')
    .select(['purpose', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}

/** Returns the sign-in codes that were requested for an address. */
export async function codeRows(db: Queryable, email: string) {
  return db
    .selectFrom('sign_in_codes')
    .select(['created_at', 'expires_at', 'attempts', 'used_at'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .orderBy('id')
    .execute();
}

/** Returns the handles of an account with their links, forwarding and social image, oldest first. */
export async function handleRows(db: Queryable, accountId: number) {
  return db
    .selectFrom('handles')
    .leftJoin('forwardings', 'forwardings.handle_id', 'handles.id')
    .leftJoin('profile_cards', 'profile_cards.handle_id', 'handles.id')
    .selectAll('handles')
    .select([
      'forwardings.id as forwarding_id',
      'forwardings.address',
      'forwardings.pending_address',
      'forwardings.is_active as forwarding_on',
      'forwardings.created_at as forwarding_at',
      'forwardings.when_off',
      'forwardings.keep_subjects',
      'forwardings.backup_address',
      'forwardings.backup_pending_address',
      'forwardings.paused_at',
      'forwardings.pause_reason',
      'forwardings.limit_reached_at',
      sql<string[]>`array(select pattern from forwarding_blocks b where b.handle_id = handles.id order by pattern)`.as(
        'blocked',
      ),
      sql<string[]>`array(select list_id from forwarding_lists l where l.handle_id = handles.id order by list_id)`.as(
        'allowed_lists',
      ),
      'profile_cards.content_hash as card_hash',
      (expression) =>
        jsonArrayFrom(
          expression
            .selectFrom('social_links')
            .select(['platform', 'username', 'url', 'social_links.is_active as isActive'])
            .whereRef('social_links.handle_id', '=', 'handles.id')
            .orderBy('position'),
        ).as('links'),
      storedBlocks(sql.ref('handles.id')).as('blocks'),
      (expression) =>
        jsonArrayFrom(
          expression
            .selectFrom('handle_pictures')
            .select(['path', 'kind', 'handle_pictures.created_at', 'unused_since'])
            .whereRef('handle_pictures.handle_id', '=', 'handles.id')
            .orderBy('handle_pictures.created_at')
            .orderBy('path'),
        ).as('pictures'),
    ])
    .where('handles.account_id', '=', accountId)
    .orderBy('handles.id')
    .execute();
}

export async function uploadRows(db: Queryable, accountId: number) {
  return db
    .selectFrom('uploads')
    .select(['kind', 'created_at', 'expires_at', 'received_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}

/** Returns when emails were sent to the inbox of an address. */
export async function emailTimes(db: Queryable, email: string): Promise<Date[]> {
  const rows = await db
    .selectFrom('limited_uses')
    .select('used_at')
    .where('value', '=', inboxKey(email))
    .where('counted_by', '=', 'inbox')
    // Opened accounts are counted by inbox as well.
    .where('kind', '!=', 'opened-account')
    .orderBy('used_at')
    .execute();
  return rows.map(({ used_at }) => used_at);
}

/** Returns the links sent to an address. */
export async function linkRows(db: Queryable, email: string) {
  return db
    .selectFrom('mailed_links')
    .select(['purpose', 'handle', 'created_at', 'expires_at', 'used_at'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .orderBy('id')
    .execute();
}

/** Returns the payments of an account, and those made with its address before the account existed. */
export async function paymentRows(db: Queryable, account: { id: number; email: string }) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where((is) =>
      is.or([
        is('account_id', '=', account.id),
        is.and([is('account_id', 'is', null), is(sql<string>`lower(email)`, '=', account.email.toLowerCase())]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/**
 * Returns the queued mail to and from the handles of an account, and to its inboxes as a member. Copies to other members are
 * theirs. The key of a queued copy is its handle.
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
        // The inbox of a member is not the owner's to know, and a server's text may contain its address.
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

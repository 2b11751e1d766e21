import { nothing, type Table } from './table-entry.ts';

/** The treatment of the tables of the mail queue by the export and the erasure. */
export const MAIL_TABLES: {
  [Name in
    | 'mail_alarms'
    | 'mail_chunks'
    | 'mail_greylist'
    | 'mail_groups'
    | 'mail_messages'
    | 'mail_queue_state'
    | 'mail_rates'
    | 'mail_recipients'
    | 'mail_sender_tokens'
    | 'network_limits']: Table<Name>;
} = {
  mail_alarms: {
    erasure: { kept: 'about servers, not about people' },
    columns: nothing('count first_at host kind last_at words'),
    notExported: 'about servers, not about people',
  },
  mail_chunks: {
    erasure: 'with mail_messages',
    columns: nothing('bytes message_id position'),
    notExported: 'the body of mail that its sender still expects to be delivered',
  },
  mail_greylist: {
    erasure: { kept: 'hashes that expire' },
    columns: nothing('first_seen passed_at seen_at triplet'),
    notExported: 'hashes',
  },
  mail_groups: {
    erasure: { kept: 'deleted with the last copy of the message' },
    columns: nothing('id served'),
    notExported: 'bookkeeping of the queue',
  },
  mail_messages: {
    erasure: { kept: 'delivered or returned to its sender within days' },
    columns: {
      size: 'queuedMail[].bytes',
      created_at: 'queuedMail[].receivedAt',
      ...nothing('id report_to utf8'),
    },
    notExported: 'the envelope is exported with each recipient',
  },
  mail_queue_state: {
    erasure: { kept: 'one row about the whole queue' },
    columns: nothing('one pause_reason paused_at system_identifier timeline written_in'),
    notExported: 'one row about the whole queue',
  },
  network_limits: {
    erasure: { kept: 'hashes that expire within minutes' },
    columns: nothing('count ends_at key'),
    notExported: 'hashes',
  },
  mail_rates: {
    erasure: { kept: 'counters that expire' },
    columns: nothing('count key span'),
    notExported: 'counters',
  },
  mail_recipients: {
    erasure: { kept: 'delivered or returned to its sender within days' },
    columns: {
      recipient: 'queuedMail[].recipient',
      sender: 'queuedMail[].sender',
      destination: 'queuedMail[].destination',
      attempts: 'queuedMail[].attempts',
      next_try_at: 'queuedMail[].nextTryAt',
      last_words: 'queuedMail[].lastReply',
      traffic: 'queuedMail[].traffic',
      ...nothing(
        'deaths domain for_earlier_owner group_id held id key lease lease_until member_id message_id over_limit served',
      ),
    },
    notExported: 'bookkeeping of the queue',
  },
  mail_sender_tokens: {
    erasure: { kept: 'addresses of senders, which expire' },
    columns: nothing('expires_at token value'),
    notExported: 'about senders, not about accounts',
  },
};

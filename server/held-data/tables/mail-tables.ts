import { sql } from 'kysely';
import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import { hidden, named, type Tables } from '../table.ts';
import { BY_HANDLE } from './handle-tables.ts';

const QUEUED = { at: 'queuedMail[]', by: 'server/account-deletion/account-export-store.ts' };
const QUEUE = 'bookkeeping of the queue';
const DELIVERED = 'delivered or returned to its sender within days';
const SERVERS = 'about servers, not about people';

/** Received, sent, queued and recorded mail. */
export const MAIL_TABLES: Tables<
  | 'app_passwords'
  | 'auto_replies'
  | 'auto_reply_recipients'
  | 'contacts'
  | 'flights'
  | 'mail_alarms'
  | 'mail_chunks'
  | 'mail_greylist'
  | 'mail_groups'
  | 'mail_messages'
  | 'mail_queue_state'
  | 'mail_rates'
  | 'mail_recipients'
  | 'mail_reports'
  | 'mail_sender_tokens'
  | 'sending_settings'
  | 'sending_usage'
  | 'suppressed_recipients'
> = {
  flights: {
    columns: named('author client direction events handle_id id received_at recipient sender size state subject'),
    views: [{ at: 'deliveryLog[]', by: 'server/forwarding/delivery-log/rules.ts' }],
    erasure: [{ withHandle: 'deleted when handed over' }],
    retention: [
      // Whole weeks are dropped as partitions; this applies to rows outside them.
      {
        column: 'received_at',
        days: KEPT_DAYS.deliveries,
        batch: 5000,
        job: 'delivery log',
        reason: 'after the message, by week',
      },
    ],
  },
  app_passwords: {
    columns: {
      ...named('name created_at last_used_at last_used_from'),
      ...hidden(BY_HANDLE, 'handle_id id'),
      ...hidden('the member is in the activity', 'member_id'),
      ...hidden('no hash of a secret is exported', 'secret_hash'),
    },
    views: [{ at: 'handles[].sending.appPasswords[]', order: 'id' }],
    // Members keep their app passwords; deleteMailOfOwner deletes those of the old owner.
    erasure: [{ withHandle: 'kept when handed over' }],
  },
  sending_settings: {
    columns: {
      ...named('reply_mode allow_inbox_in_text first_sent_at paused_at pause_reason resumed_at'),
      ...hidden(BY_HANDLE, 'handle_id'),
    },
    views: [{ at: 'handles[].sending.settings' }],
    // The pauses and the first week stay; the reply mode does not.
    erasure: [{ withHandle: 'kept when handed over' }],
  },
  sending_usage: {
    columns: { ...named('hour recipients bounces complaints'), ...hidden(BY_HANDLE, 'handle_id') },
    views: [{ at: 'handles[].sending.usage[]', order: 'hour' }],
    erasure: [{ withHandle: 'kept when handed over' }],
    retention: [
      {
        column: 'hour',
        days: KEPT_DAYS.sendingUsage,
        reason: 'after the hour; limits look back a day, and the other days show administrators what led to a pause',
      },
    ],
  },
  suppressed_recipients: {
    columns: { ...named('address enhanced created_at'), ...hidden(BY_HANDLE, 'handle_id') },
    views: [{ at: 'handles[].sending.suppressed[]', order: 'address' }],
    erasure: [{ withHandle: 'deleted when handed over' }],
  },
  contacts: {
    columns: {
      ...named('address name blocked'),
      token_used_at: 'replyAddressUsedAt',
      ...named('last_received_at last_sent_at added_at created_at'),
      ...hidden(BY_HANDLE, 'handle_id id'),
      ...hidden('a secret between the inbox and us', 'token'),
    },
    views: [{ at: 'handles[].sending.contacts[]', order: 'id' }],
    erasure: [{ withHandle: 'deleted when handed over' }],
    retention: [
      {
        days: KEPT_DAYS.contacts,
        where: ({ before }) => sql`token is not null and coalesce(token_used_at, created_at) < ${before}`,
        set: { token: null, token_used_at: null },
        reason: 'after the reply address was last used',
      },
      {
        days: 0,
        where: () => sql`token is null and last_received_at is null and last_sent_at is null and added_at is null
          and blocked = false`,
        reason: 'people who were only named in mail: with the reply address',
      },
    ],
  },
  auto_replies: {
    columns: {
      ...named('enabled subject text'),
      starts_at: 'from',
      ends_at: 'until',
      every_days: 'every',
      audience: 'audience',
      ...hidden(BY_HANDLE, 'handle_id'),
    },
    views: [{ at: 'handles[].sending.autoReply' }],
    erasure: [{ withHandle: 'deleted when handed over' }],
  },
  auto_reply_recipients: {
    columns: { ...named('address replied_at'), ...hidden(BY_HANDLE, 'handle_id') },
    views: [{ at: 'handles[].sending.autoReplyRecipients[]', order: 'address' }],
    erasure: [{ withHandle: 'deleted when handed over' }],
    retention: [
      {
        column: 'replied_at',
        days: KEPT_DAYS.autoReplies,
        reason: 'after the reply, which is repeated after 30 days at most',
      },
    ],
  },
  mail_recipients: {
    columns: {
      ...named('recipient sender destination attempts next_try_at'),
      last_words: 'lastReply',
      traffic: 'traffic',
      ...hidden(QUEUE, 'deaths domain for_earlier_owner group_id held id key lease lease_until member_id message_id'),
      ...hidden(QUEUE, 'over_limit served'),
    },
    views: [QUEUED],
    erasure: [{ kept: DELIVERED }],
  },
  mail_messages: {
    columns: {
      size: 'bytes',
      created_at: 'receivedAt',
      ...hidden('the envelope is exported with each recipient', 'id report_to utf8'),
    },
    views: [QUEUED],
    erasure: [{ kept: DELIVERED }],
  },
  mail_chunks: {
    columns: hidden('the body of mail that its sender still expects to be delivered', 'bytes message_id position'),
    erasure: [{ with: 'mail_messages' }],
  },
  mail_groups: {
    columns: hidden(QUEUE, 'id served'),
    erasure: [{ kept: 'deleted with the last copy of the message' }],
  },
  mail_queue_state: {
    columns: hidden(
      'one row about the whole queue',
      'one pause_reason paused_at system_identifier timeline written_in',
    ),
    erasure: [{ kept: 'one row about the whole queue' }],
  },
  mail_reports: {
    columns: {
      ...hidden(SERVERS, 'begins_at details ends_at failed handle_id id kind passed received_at report_id reporter'),
    },
    erasure: [{ kept: SERVERS }],
    retention: [{ column: 'received_at', days: KEPT_DAYS.mailReports, reason: 'after they arrived' }],
  },
  mail_alarms: {
    columns: hidden(SERVERS, 'count first_at host kind last_at words'),
    erasure: [{ kept: SERVERS }],
    retention: [
      { column: 'last_at', days: KEPT_DAYS.deliveries, job: 'delivery log', reason: 'after they were last raised' },
    ],
  },
  mail_greylist: {
    columns: hidden('hashes', 'first_seen passed_at seen_at triplet'),
    erasure: [{ kept: 'hashes that expire' }],
    retention: [{ days: 36, reason: 'after the last message', by: 'server/mail/adapters/greylist.ts' }],
  },
  mail_rates: {
    columns: hidden('counters', 'count key span'),
    erasure: [{ kept: 'counters that expire' }],
    retention: [{ days: 0, reason: 'until the span has ended', by: 'server/mail/adapters/shared-counters.ts' }],
  },
  mail_sender_tokens: {
    columns: hidden('about senders, not about accounts', 'expires_at token value'),
    erasure: [{ kept: 'addresses of senders, which expire' }],
    // Mail processes also delete expired rows, but only when they add one.
    retention: [{ column: 'expires_at', days: 0, reason: 'until they expire' }],
  },
};

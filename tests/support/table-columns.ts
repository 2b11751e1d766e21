import type { DB } from '../../db/schema.ts';
import { type PROFILE_COLUMNS, PROFILE_FIELDS } from '../../server/handles/shared/profile-fields.ts';

/** How the erasure of a person removes the rows of a table. */
export type Erasure =
  /** Emptied, not deleted: server/handles/emptying-store.ts. */
  | 'emptied'
  /** Deleted with the handle: OWNED_TABLES in server/handles/emptying-store.ts, or a cascade. */
  | 'with the handle'
  /** Deleted with the account, by a cascade or by server/account-deletion/erasure-store.ts. */
  | 'with the account'
  /** Deleted with a row of this other table, by a cascade. */
  | `with ${keyof DB}`
  /** Not deleted by the erasure, for this reason. */
  | { stays: string };

interface Table<Name extends keyof DB> {
  erasure: Erasure;
  /** By column: the path of the value in the account export, or null for one that `notExported` explains. */
  columns: Record<keyof DB[Name], string | null>;
  /** The reason why the columns with null are not in the export. */
  notExported?: string;
}

type Names<List extends string> = List extends `${infer First} ${infer Rest}` ? First | Names<Rest> : List;

const nothing = <List extends string>(columns: List) =>
  Object.fromEntries(columns.split(' ').map((column) => [column, null])) as Record<Names<List>, null>;

/** Profile fields keep their names in the export. */
function profileFields() {
  const paths = Object.entries(PROFILE_FIELDS).map(([name, { column }]) => [column, `handles[].${name}`]);
  return Object.fromEntries(paths) as Record<(typeof PROFILE_COLUMNS)[number], string>;
}

/**
 * How the account export and the erasure handle every column of every table. A new column needs an entry here, and the
 * code that the entry names.
 */
export const TABLES: { [Name in keyof DB]: Table<Name> } = {
  accounts: {
    erasure: 'with the account',
    columns: {
      id: 'account.id',
      email: 'account.email',
      email_verified_at: 'account.emailVerifiedAt',
      email_visible: 'account.emailVisible',
      is_admin: 'account.isAdmin',
      limit_told_at: 'account.limitToldAt',
      created_at: 'account.createdAt',
      avatar_url: 'avatar.address',
      banner_url: 'banner.address',
      ...nothing('closed_at suspended_at free_handle_limit'),
    },
    notExported: 'a closed or suspended account cannot export; the limit is a setting of administrators',
  },
  admin_acts: {
    erasure: { stays: 'the audit log cannot be changed; it names accounts by id' },
    columns: nothing('act actor actor_id after at before id reason target target_id target_kind'),
    notExported: 'the audit log is about administrators',
  },
  doomed_objects: {
    erasure: { stays: 'the deletion queue deletes its own rows' },
    columns: nothing('doomed_at key'),
    notExported: 'names of objects that are about to be deleted',
  },
  flights: {
    erasure: 'with the handle',
    columns: {
      author: 'mailFlights[].author',
      client: 'mailFlights[].client',
      events: 'mailFlights[].events',
      handle_id: 'mailFlights[].handleId',
      id: 'mailFlights[].id',
      received_at: 'mailFlights[].receivedAt',
      recipient: 'mailFlights[].recipient',
      sender: 'mailFlights[].sender',
      size: 'mailFlights[].size',
      state: 'mailFlights[].state',
      subject: 'mailFlights[].subject',
    },
  },
  forwarding_blocks: {
    erasure: 'with the handle',
    columns: { pattern: 'handles[].forwarding.blocked[]', ...nothing('created_at handle_id') },
    notExported: 'implied by the handle',
  },
  forwarding_lists: {
    erasure: 'with the handle',
    columns: { list_id: 'handles[].forwarding.allowedLists[]', ...nothing('created_at handle_id') },
    notExported: 'implied by the handle',
  },
  forwardings: {
    erasure: 'with the handle',
    columns: {
      address: 'handles[].forwarding.verifiedAddress',
      pending_address: 'handles[].forwarding.pendingAddress',
      is_active: 'handles[].forwarding.isActive',
      created_at: 'handles[].forwarding.createdAt',
      when_off: 'handles[].forwarding.whenOff',
      keep_subjects: 'handles[].forwarding.keepSubjects',
      backup_address: 'handles[].forwarding.secondInbox',
      backup_pending_address: 'handles[].forwarding.pendingSecondInbox',
      paused_at: 'handles[].forwarding.pausedAt',
      pause_reason: 'handles[].forwarding.pauseReason',
      limit_reached_at: 'handles[].forwarding.limitReachedAt',
      ...nothing('id handle_id address_key pending_key backup_key backup_pending_key'),
      ...nothing('gone_count gone_since'),
    },
    notExported: 'keys are derived from the addresses; the counters lead to `pausedAt`',
  },
  free_claims: {
    erasure: { stays: 'deleted after a day; it has a network and no person' },
    columns: nothing('claimed_at id network'),
    notExported: 'not linked to an account',
  },
  handle_holds: {
    erasure: { stays: 'deleted when it expires, after 7 days at most' },
    columns: nothing('browser_hash expires_at handle holder inbox_key network'),
    notExported: 'belongs to a browser, not to an account',
  },
  handles: {
    erasure: 'emptied',
    columns: {
      handle: 'handles[].handle',
      state: 'handles[].status',
      ...profileFields(),
      created_at: 'handles[].createdAt',
      paid_until: 'handles[].paidUntil',
      profile_changed_at: 'handles[].profileChangedAt',
      ...nothing('id account_id state_before quarantined_at suspended_from suspended_with_account'),
      ...nothing('first_paid_at first_price_cents links_followed_at reminded_days'),
    },
    notExported: 'the payments are exported; the rest is bookkeeping about them and about the state',
  },
  isolated_jobs: {
    erasure: { stays: 'emails to the person are cancelled by server/emails, the others expire' },
    columns: nothing(
      'created_at deaths failed_attempts fingerprint id last_death_at last_error next_try_at payload task',
    ),
    notExported: 'jobs that are about to run',
  },
  letters_sent: {
    erasure: 'with the account',
    columns: { sent_at: 'lettersSent[]', ...nothing('device id recipient_key share') },
    notExported: 'hashes and counters of rate limits',
  },
  mail_alarms: {
    erasure: { stays: 'about servers, not about people' },
    columns: nothing('count first_at host kind last_at words'),
    notExported: 'about servers, not about people',
  },
  mail_chunks: {
    erasure: 'with mail_messages',
    columns: nothing('bytes message_id position'),
    notExported: 'the body of mail that its sender still expects to be delivered',
  },
  mail_greylist: {
    erasure: { stays: 'hashes that expire' },
    columns: nothing('first_seen passed_at seen_at triplet'),
    notExported: 'hashes',
  },
  mail_messages: {
    erasure: { stays: 'delivered or returned to its sender within days' },
    columns: {
      size: 'queuedMail[].bytes',
      created_at: 'queuedMail[].receivedAt',
      ...nothing('id report_to utf8'),
    },
    notExported: 'the envelope is exported with each recipient',
  },
  mail_queue_state: {
    erasure: { stays: 'one row about the whole queue' },
    columns: nothing('one pause_reason paused_at system_identifier timeline written_in'),
    notExported: 'one row about the whole queue',
  },
  mail_rates: {
    erasure: { stays: 'counters that expire' },
    columns: nothing('count key span'),
    notExported: 'counters',
  },
  mail_recipients: {
    erasure: { stays: 'delivered or returned to its sender within days' },
    columns: {
      recipient: 'queuedMail[].recipient',
      sender: 'queuedMail[].sender',
      destination: 'queuedMail[].destination',
      attempts: 'queuedMail[].attempts',
      next_try_at: 'queuedMail[].nextTryAt',
      last_words: 'queuedMail[].lastWords',
      ...nothing('deaths domain held id key lease lease_until message_id'),
    },
    notExported: 'bookkeeping of the queue',
  },
  mail_sender_tokens: {
    erasure: { stays: 'addresses of senders, which expire' },
    columns: nothing('expires_at token value'),
    notExported: 'about senders, not about accounts',
  },
  mailed_links: {
    erasure: 'with the account',
    columns: {
      purpose: 'mailedLinks[].purpose',
      handle: 'mailedLinks[].handle',
      created_at: 'mailedLinks[].createdAt',
      expires_at: 'mailedLinks[].expiresAt',
      used_at: 'mailedLinks[].usedAt',
      ...nothing('email forwarding_id id token_hash'),
    },
    notExported: 'the address is the account’s; no hash of a secret is exported',
  },
  packages: {
    erasure: { stays: 'prices' },
    columns: nothing('created_at id name price_full_cents price_now_cents'),
    notExported: 'prices',
  },
  payments: {
    erasure: {
      stays: 'tax law requires the sums; forgetPayers in server/payments/payment-store.ts removes the person',
    },
    columns: {
      order_id: 'payments[].orderId',
      capture_id: 'payments[].captureId',
      refund_id: 'payments[].refundId',
      state: 'payments[].status',
      plan: 'payments[].plan',
      handle: 'payments[].handle',
      price_cents: 'payments[].priceCents',
      payer_email: 'payments[].payerEmail',
      created_at: 'payments[].createdAt',
      paid_until: 'payments[].paidUntil',
      refunded_at: 'payments[].refundedAt',
      ...nothing('id account_id email handle_id is_renewal reference refund_reason'),
      ...nothing('capture_attempt capture_tried_at captured_at granted_at next_check_at problem'),
      ...nothing('client_id payee'),
    },
    notExported: 'the address is the account’s; the rest is bookkeeping between PayPal and us',
  },
  paypal_events: {
    erasure: 'with payments',
    columns: nothing('capture_id capture_status id payment_id received_at type'),
    notExported: 'bookkeeping between PayPal and us',
  },
  process_heartbeats: {
    erasure: { stays: 'about our processes' },
    columns: nothing('connections host id pid roles seen_at started_at version'),
    notExported: 'about our processes',
  },
  profile_cards: {
    erasure: 'with the handle',
    columns: { content_hash: 'handles[].sharingImage', ...nothing('drawing handle_id object_key old_key') },
    notExported: 'the image is exported by its address',
  },
  schema_changes: {
    erasure: { stays: 'about the schema' },
    columns: nothing('compatible_since migration'),
    notExported: 'about the schema',
  },
  sessions: {
    erasure: 'with the account',
    columns: {
      created_at: 'sessions[].createdAt',
      expires_at: 'sessions[].expiresAt',
      ...nothing('account_id id token_hash'),
    },
    notExported: 'no hash of a secret is exported',
  },
  social_links: {
    erasure: 'with the handle',
    columns: {
      platform: 'handles[].socialLinks[].platform',
      username: 'handles[].socialLinks[].username',
      url: 'handles[].socialLinks[].url',
      is_active: 'handles[].socialLinks[].isActive',
      ...nothing('handle_id id position'),
    },
    notExported: 'implied by the order',
  },
  stopped_inboxes: {
    erasure: { stays: 'the owner of an inbox, with or without an account, wants no mail from us' },
    columns: nothing('inbox_key stopped_at'),
    notExported: 'a hash of an address; not linked to an account',
  },
  uploads: {
    erasure: 'with the account',
    columns: {
      kind: 'uploads[].kind',
      created_at: 'uploads[].createdAt',
      expires_at: 'uploads[].expiresAt',
      received_at: 'uploads[].receivedAt',
      ...nothing('account_id id object_key'),
    },
    notExported: 'names of the upload and its object',
  },
};

import type { DB } from '../../db/schema.ts';
import { type PROFILE_COLUMNS, PROFILE_FIELDS } from '../../server/handle-access/profile-fields.ts';
import { ANALYTICS_TABLES } from './analytics-table-columns.ts';
import { MAIL_TABLES } from './mail-table-columns.ts';
import { PAGE_FORM_TABLES } from './page-form-table-columns.ts';
import { PAGE_TABLES } from './page-table-columns.ts';
import { SENDING_TABLES } from './sending-table-columns.ts';
import { SIGN_IN_TABLES } from './sign-in-table-columns.ts';
import { nothing, type Table } from './table-entry.ts';
import { TEAM_TABLES } from './team-table-columns.ts';

/** Profile fields keep their names in the export. */
function profileFields() {
  const paths = Object.entries(PROFILE_FIELDS).map(([name, { column }]) => [column, `handles[].${name}`]);
  return Object.fromEntries(paths) as Record<(typeof PROFILE_COLUMNS)[number], string>;
}

/**
 * The treatment of every column of every table by the account export and the erasure. A new column needs an entry here, and
 * the code that the entry names.
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
      limit_told_at: 'account.limitNoticeAt',
      last_sign_in_at: 'account.lastSignInAt',
      created_at: 'account.createdAt',
      avatar_url: 'picture.address',
      banner_url: 'banner.address',
      ...nothing('closed_at suspended_at first_run free_handle_limit passkey_user_id'),
    },
    notExported:
      'a closed or suspended account cannot export; the limit is a setting of administrators; the user handle is random; the first run is a state of the dashboard',
  },
  admin_acts: {
    erasure: { kept: 'the audit log cannot be changed; it names accounts by id' },
    columns: nothing('act actor actor_id after at before id reason target target_id target_kind'),
    notExported: 'the audit log is about administrators',
  },
  doomed_objects: {
    erasure: { kept: 'the deletion queue deletes its own rows' },
    columns: nothing('doomed_at key'),
    notExported: 'names of objects that are about to be deleted',
  },
  flights: {
    erasure: 'with the handle',
    columns: {
      author: 'deliveryLog[].author',
      client: 'deliveryLog[].client',
      direction: 'deliveryLog[].direction',
      events: 'deliveryLog[].events',
      handle_id: 'deliveryLog[].handleId',
      id: 'deliveryLog[].id',
      received_at: 'deliveryLog[].receivedAt',
      recipient: 'deliveryLog[].recipient',
      sender: 'deliveryLog[].sender',
      size: 'deliveryLog[].size',
      state: 'deliveryLog[].state',
      subject: 'deliveryLog[].subject',
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
      address: 'handles[].forwarding.inbox',
      pending_address: 'handles[].forwarding.pendingInbox',
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
      ...nothing('gone_count gone_since refusal refusals refused_since'),
      ...nothing('backup_refusal backup_refusals backup_refused_since'),
      ...nothing('pending_since pending_refused_at pending_refusal backup_pending_refused_at switched_at'),
      ...nothing('member_id pending_member_id backup_member_id backup_pending_member_id'),
    },
    notExported:
      'keys are derived from the addresses; the counts and times are about the servers of inboxes, and lead to `pausedAt`; who set an inbox is in the activity',
  },
  free_claims: {
    erasure: { kept: 'of the release before; empty a day after it ended' },
    columns: nothing('claimed_at id network'),
    notExported: 'of the release before; empty a day after it ended',
  },
  handle_holds: {
    erasure: { kept: 'deleted when it expires, after 7 days at most' },
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
      mail_deferred_until: 'handles[].mailDeferredUntil',
      given_up_at: 'handles[].givenUpAt',
      profile_changed_at: 'handles[].pageChangedAt',
      ...nothing('id account_id state_before quarantined_at suspended_at suspended_from suspended_with_account'),
      ...nothing('first_paid_at first_price_cents links_followed_at reminded_days'),
    },
    notExported: 'the payments are exported; the rest is bookkeeping about them and about the state',
  },
  isolated_jobs: {
    erasure: { kept: 'emails to the person are cancelled by server/emails, the others expire' },
    columns: nothing(
      'created_at deaths failed_attempts fingerprint id last_death_at last_error next_try_at payload task',
    ),
    notExported: 'jobs that are about to run',
  },
  letters_sent: {
    erasure: { kept: 'of the release before; empty a day after it ended' },
    columns: nothing('device id origin recipient_key sent_at share'),
    notExported: 'of the release before; empty a day after it ended',
  },
  limited_uses: {
    erasure: 'with the account',
    columns: { used_at: 'emailsSent[]', ...nothing('counted_by detail id kind value') },
    notExported: 'hashes and counters of rate limits',
  },
  ...ANALYTICS_TABLES,
  ...SIGN_IN_TABLES,
  ...MAIL_TABLES,
  ...PAGE_FORM_TABLES,
  ...PAGE_TABLES,
  ...SENDING_TABLES,
  ...TEAM_TABLES,
  packages: {
    erasure: { kept: 'prices' },
    columns: nothing('created_at id name price_full_cents price_now_cents'),
    notExported: 'prices',
  },
  passkey_challenges: {
    erasure: 'with the account',
    columns: {
      purpose: 'passkeyRequests[].purpose',
      created_at: 'passkeyRequests[].createdAt',
      expires_at: 'passkeyRequests[].expiresAt',
      ...nothing('account_id browser_hash challenge_hash session_id'),
    },
    notExported: 'no hash of a secret is exported',
  },
  passkeys: {
    erasure: 'with the account',
    columns: {
      name: 'passkeys[].name',
      is_synced: 'passkeys[].isSynced',
      transports: 'passkeys[].transports[]',
      created_at: 'passkeys[].createdAt',
      last_used_at: 'passkeys[].lastUsedAt',
      ...nothing('account_id credential_id id public_key sign_count'),
    },
    notExported: 'what the server needs to check a signature, of no use elsewhere',
  },
  payments: {
    erasure: {
      kept: 'tax law requires the sums; forgetPayers in server/payments/payment-store.ts removes the person',
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
    erasure: { kept: 'about our processes' },
    columns: nothing('connections host id pid roles seen_at started_at version'),
    notExported: 'about our processes',
  },
  role_minutes: {
    erasure: { kept: 'about our processes' },
    columns: nothing('minute role'),
    notExported: 'about our processes',
  },
  role_days: {
    erasure: { kept: 'about our processes' },
    columns: nothing('day first_minute minutes role'),
    notExported: 'about our processes',
  },
  price_rises: {
    erasure: { kept: 'about plans' },
    columns: nothing('announced_at cents_after cents_before effective_at id plan'),
    notExported: 'about plans',
  },
  schema_changes: {
    erasure: { kept: 'about the schema' },
    columns: nothing('compatible_since migration'),
    notExported: 'about the schema',
  },
  stopped_inboxes: {
    erasure: { kept: 'the owner of an inbox, with or without an account, wants no mail from us' },
    columns: nothing('inbox_key stopped_at'),
    notExported: 'a hash of an address; not linked to an account',
  },
  support_answers: {
    erasure: 'with support_requests',
    columns: {
      text: 'supportRequests[].answers[].text',
      created_at: 'supportRequests[].answers[].answeredAt',
      ...nothing('author_id id request_id'),
    },
    notExported: 'implied by the request; which administrator wrote an answer is a matter of the operator',
  },
  support_requests: {
    erasure: 'with the account',
    columns: {
      subject: 'supportRequests[].subject',
      text: 'supportRequests[].text',
      handle_id: 'supportRequests[].handle',
      attach_deliveries: 'supportRequests[].attachedDeliveries',
      plan: 'supportRequests[].plan',
      priority: 'supportRequests[].priority',
      state: 'supportRequests[].state',
      created_at: 'supportRequests[].createdAt',
      answered_at: 'supportRequests[].answeredAt',
      closed_at: 'supportRequests[].closedAt',
      ...nothing('account_id id'),
    },
    notExported: 'implied by the account',
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

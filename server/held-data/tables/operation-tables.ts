import { sql } from 'kysely';
import { KEPT_DAYS } from '../../../contract/kept-days.ts';
import { hidden, named, type Tables } from '../table.ts';

const PROCESSES = 'about our processes';
const PAYPAL = 'bookkeeping between PayPal and us';
const STATUS_DAYS = 90;

/** Payments, and the data for operating the site. */
export const OPERATION_TABLES: Tables<
  | 'admin_acts'
  | 'doomed_objects'
  | 'isolated_jobs'
  | 'packages'
  | 'payments'
  | 'paypal_events'
  | 'price_rises'
  | 'process_heartbeats'
  | 'role_days'
  | 'role_minutes'
  | 'schema_changes'
  | 'site'
  | 'site_pictures'
> = {
  payments: {
    columns: {
      ...named('order_id capture_id refund_id'),
      state: 'status',
      ...named('plan handle price_cents payer_email created_at paid_until refunded_at'),
      ...hidden('implied by the account', 'id account_id email handle_id'),
      ...hidden(PAYPAL, 'is_renewal reference refund_reason capture_attempt capture_tried_at captured_at granted_at'),
      ...hidden(PAYPAL, 'next_check_at problem client_id payee claim_invitation_id'),
    },
    // Includes payments made with the address before the account existed.
    views: [
      {
        at: 'payments[]',
        of: ({ id, email }) => sql`(account_id = ${id} or (account_id is null and lower(email) = ${email}))`,
        order: 'id',
      },
    ],
    erasure: [{ kept: 'tax law requires the sums; the retention removes the person' }],
    retention: [
      {
        days: 90,
        // A granted payment had an account, which has been erased since.
        where: ({ before }) => sql`account_id is null and state in ('granted', 'refunded', 'lapsed')
          and (granted_at is not null or created_at < ${before}) and (email is not null or payer_email is not null)`,
        set: { email: null, handle: null, payer_email: null },
        reason: 'after an order that was never granted, else with the account; the amounts stay for the books',
      },
    ],
  },
  paypal_events: {
    columns: hidden(PAYPAL, 'capture_id capture_status id payment_id received_at type'),
    erasure: [{ with: 'payments' }],
  },
  site: {
    columns: hidden('about the site', 'changed_at document id'),
    erasure: [{ kept: 'about the site' }],
  },
  site_pictures: {
    columns: hidden('about the site', 'created_at path unused_since'),
    erasure: [{ kept: 'about the site' }],
    retention: [
      {
        days: KEPT_DAYS.unusedPictures,
        reason: 'after the site last used them, with their objects',
        by: 'server/uploads/site-pictures/site-picture-rules.ts',
      },
    ],
  },
  packages: {
    columns: hidden('prices', 'created_at id name price_full_cents price_now_cents'),
    erasure: [{ kept: 'prices' }],
  },
  price_rises: {
    columns: hidden('about plans', 'announced_at cents_after cents_before effective_at id plan'),
    erasure: [{ kept: 'about plans' }],
    retention: [{ column: 'effective_at', days: 365, reason: 'after they took effect' }],
  },
  admin_acts: {
    columns: hidden(
      'the audit log is about administrators',
      'act actor actor_id actor_role after at before id reason target target_id target_kind',
    ),
    erasure: [{ kept: 'the audit log cannot be changed; it names accounts by id' }],
  },
  doomed_objects: {
    columns: hidden('names of objects that are about to be deleted', 'doomed_at key'),
    erasure: [{ kept: 'the deletion queue deletes its own rows' }],
    retention: [{ days: 0, reason: 'until the object is deleted', by: 'server/platform/storage/deletion-queue.ts' }],
  },
  isolated_jobs: {
    columns: hidden(
      'jobs that are about to run',
      'created_at deaths failed_attempts fingerprint id last_death_at last_error next_try_at payload task',
    ),
    erasure: [{ kept: 'emails to the person are cancelled by server/account-deletion, the others expire' }],
  },
  process_heartbeats: {
    columns: hidden(PROCESSES, 'connections host id pid roles seen_at started_at version'),
    erasure: [{ kept: PROCESSES }],
    retention: [{ days: 1, reason: 'after the last one', by: 'server/platform/jobs/heartbeat-store.ts' }],
  },
  role_minutes: {
    columns: hidden(PROCESSES, 'minute role'),
    erasure: [{ kept: PROCESSES }],
    retention: [{ days: 0, reason: 'until they are summed up by day', by: 'server/status/availability-store.ts' }],
  },
  role_days: {
    columns: hidden(PROCESSES, 'day first_minute minutes role'),
    erasure: [{ kept: PROCESSES }],
    retention: [
      { days: STATUS_DAYS, reason: 'after the day, as they are shown', by: 'server/status/availability-store.ts' },
    ],
  },
  schema_changes: {
    columns: hidden('about the schema', 'compatible_since migration'),
    erasure: [{ kept: 'about the schema' }],
  },
};

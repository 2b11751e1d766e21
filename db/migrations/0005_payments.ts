import { type Kysely, sql } from 'kysely';

/** Payments, events of PayPal, handles held for a payment, and the paid time of handles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create type payment_state as enum (
      -- Not paid; the order may not exist at PayPal yet.
      'created',
      -- PayPal reviews the capture.
      'pending',
      -- Captured; the handle or the year is not granted yet.
      'captured',
      'granted',
      -- To be refunded; PayPal has not confirmed the refund yet.
      'refunding',
      'refunded',
      -- Never paid.
      'lapsed'
    )`.execute(db);

  await sql`
    create table payments (
      id integer generated always as identity primary key,
      -- custom_id at PayPal, and prefix of the request ids of this payment.
      reference uuid not null unique,
      state payment_state not null default 'created',
      -- Null until PayPal has created the order.
      order_id text unique,
      capture_id text unique,
      refund_id text unique,
      plan text not null,
      price_cents integer not null check (price_cents > 0),
      -- The handle and its future owner; both null until the claim is completed, unless the order names them.
      handle text,
      email text,
      check ((handle is null) = (email is null)),
      -- The payment renews a handle that the account owns.
      is_renewal boolean not null default false,
      -- Set from the start for a renewal, and when the claim is granted for a claim.
      handle_id integer references handles on delete set null,
      account_id integer references accounts on delete set null,
      -- The payee that PayPal named when the order was created, and our client id.
      payee text,
      client_id text not null,
      -- The payer's address at PayPal, used if no other address is known.
      payer_email text,
      -- A declined capture may be tried again; each attempt has its own request id.
      capture_attempt integer not null default 1,
      capture_tried_at timestamptz,
      captured_at timestamptz,
      granted_at timestamptz,
      -- The end of the year that was paid for.
      paid_until timestamptz,
      refund_reason text,
      refunded_at timestamptz,
      -- The reason of the last failure.
      problem text,
      created_at timestamptz not null,
      next_check_at timestamptz not null
    )`.execute(db);
  await sql`create index payments_open on payments (next_check_at)
    where state in ('created', 'pending', 'captured', 'refunding')`.execute(db);
  await sql`create index payments_handle on payments (handle)`.execute(db);
  await sql`create index payments_handle_id on payments (handle_id)`.execute(db);
  await sql`create index payments_account_id on payments (account_id)`.execute(db);

  await sql`
    create table paypal_events (
      -- PayPal's event id. PayPal repeats an event until it is acknowledged.
      id text primary key,
      payment_id integer not null references payments on delete cascade,
      type text not null,
      capture_id text,
      -- The state of the capture in the event.
      capture_status text,
      received_at timestamptz not null
    )`.execute(db);
  await sql`create index paypal_events_payment_id on paypal_events (payment_id)`.execute(db);

  await sql`
    create table handle_holds (
      handle text primary key,
      -- The reference of the payment.
      holder uuid not null unique,
      -- Canonical form of the address for which the handle is held.
      inbox_key text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index handle_holds_inbox_key on handle_holds (inbox_key)`.execute(db);
  await sql`create index handle_holds_expires_at on handle_holds (expires_at)`.execute(db);

  await sql`
    alter table handles
      -- Null for a free handle.
      add column paid_until timestamptz,
      -- The price to which renewals are locked, and the start of the lock.
      add column first_price_cents integer,
      add column first_paid_at timestamptz,
      -- The last reminder that was sent for this paid_until, in days before it.
      add column reminded_days integer`.execute(db);
  await sql`create index handles_paid_until on handles (paid_until) where paid_until is not null`.execute(db);
}

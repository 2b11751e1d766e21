import { type Kysely, sql } from 'kysely';

/** Payments and what PayPal says of them, handles held for a payment, and until when a handle is paid for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create type payment_state as enum (
      -- No money yet; PayPal may not even have the order.
      'created',
      -- PayPal took it and is still looking at it.
      'pending',
      -- The money is here; what was paid for is not given yet.
      'captured',
      'granted',
      -- To be given back; PayPal has not confirmed it yet.
      'refunding',
      'refunded',
      -- Never paid.
      'lapsed'
    )`.execute(db);

  await sql`
    create table payments (
      id integer generated always as identity primary key,
      -- Known to PayPal as custom_id; every request about this payment is named after it.
      reference uuid not null unique,
      state payment_state not null default 'created',
      -- Null until PayPal has answered.
      order_id text unique,
      capture_id text unique,
      refund_id text unique,
      plan text not null,
      price_cents integer not null check (price_cents > 0),
      -- What is paid for and who gets it; both null until a client that does not say so at the order completes the claim.
      handle text,
      email text,
      check ((handle is null) = (email is null)),
      -- The payment prolongs a handle that its owner has.
      is_renewal boolean not null default false,
      -- Of a renewal from the start, of a claim once it is granted.
      handle_id integer references handles on delete set null,
      account_id integer references accounts on delete set null,
      -- Whom the order pays, as PayPal said when it was made, and under which of our client ids.
      payee text,
      client_id text not null,
      -- The payer's own address, for the case that nobody said another.
      payer_email text,
      -- A declined capture may be tried again: each try has a name of its own.
      capture_attempt integer not null default 1,
      capture_tried_at timestamptz,
      captured_at timestamptz,
      granted_at timestamptz,
      -- When the year that this payment bought ends.
      paid_until timestamptz,
      refund_reason text,
      refunded_at timestamptz,
      -- What stood in the way the last time.
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
      -- PayPal's own: the same event comes again until it is acknowledged.
      id text primary key,
      payment_id integer not null references payments on delete cascade,
      type text not null,
      capture_id text,
      -- The state of the capture that the event tells of.
      capture_status text,
      received_at timestamptz not null
    )`.execute(db);
  await sql`create index paypal_events_payment_id on paypal_events (payment_id)`.execute(db);

  await sql`
    create table handle_holds (
      handle text primary key,
      -- The payment's reference.
      holder uuid not null unique,
      -- The inbox that it is held for, in its canonical form.
      inbox_key text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index handle_holds_inbox_key on handle_holds (inbox_key)`.execute(db);
  await sql`create index handle_holds_expires_at on handle_holds (expires_at)`.execute(db);

  await sql`
    alter table handles
      -- Null for a handle that is free of charge.
      add column paid_until timestamptz,
      -- The price that is kept for renewals, and since when.
      add column first_price_cents integer,
      add column first_paid_at timestamptz,
      -- The last reminder sent for this paid_until, in days before it.
      add column reminded_days integer`.execute(db);
  await sql`create index handles_paid_until on handles (paid_until) where paid_until is not null`.execute(db);
}

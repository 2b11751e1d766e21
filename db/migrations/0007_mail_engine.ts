import { type Kysely, sql } from 'kysely';

/** Policies of an address, the flight recorder, limits on mail that comes in, and an operator's hold on the queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forwardings
      -- What strangers get while the switch is off: a refusal, or a 250 for mail that nobody keeps.
      add column when_off text not null default 'refuse' check (when_off in ('refuse', 'drop')),
      -- Takes over when the inbox above has deferred mail for hours; null until it was verified.
      add column backup_address text,
      add column backup_key text,
      add column backup_pending_address text,
      add column backup_pending_key text,
      -- Whether subjects stand in the flight recorder: the owner's own wish.
      add column keep_subjects boolean not null default false,
      -- We stopped it ourselves: the inbox is gone, or its owner wants no mail from us.
      add column paused_at timestamptz,
      add column pause_reason text check (pause_reason in ('inbox-gone', 'inbox-stopped')),
      -- Refusals "no such mailbox" in a row.
      add column gone_count integer not null default 0,
      add column gone_since timestamptz`.execute(db);
  await sql`create index forwardings_gone on forwardings (handle_id) where gone_count > 0`.execute(db);
  await sql`create index forwardings_backup_key on forwardings (backup_key) where backup_key is not null`.execute(db);

  await sql`
    create table forwarding_blocks (
      handle_id integer not null references handles on delete cascade,
      -- Lower-case: an address, or @domain for everybody there and below it.
      pattern text not null,
      created_at timestamptz not null default now(),
      primary key (handle_id, pattern)
    )`.execute(db);

  // Processes that receive mail keep in memory where it goes: each write that changes it says so, with the handle's name.
  await sql`
    create function mail_target_changed() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'handles' then
        if tg_op <> 'INSERT' then perform pg_notify('mail_target_changed', old.handle); end if;
        if tg_op <> 'DELETE' then perform pg_notify('mail_target_changed', new.handle); end if;
      else
        perform pg_notify('mail_target_changed', handle) from handles
          where id = (case when tg_op = 'DELETE' then old.handle_id else new.handle_id end);
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger mail_target_changed after insert or delete or update of handle, state on handles
    for each row execute function mail_target_changed()`.execute(db);
  await sql`create trigger mail_target_changed
    after insert or delete or update of address, is_active, when_off, backup_address, paused_at on forwardings
    for each row execute function mail_target_changed()`.execute(db);
  await sql`create trigger mail_target_changed after insert or delete on forwarding_blocks
    for each row execute function mail_target_changed()`.execute(db);

  await sql`
    create table stopped_inboxes (
      -- Canonical form of an inbox whose owner wants nothing forwarded to it, and no letter that asks for it.
      inbox_key text primary key,
      stopped_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table flights (
      -- The copy's own name; a message to two handles has two flights.
      id text primary key,
      -- Null for the role mailboxes.
      handle_id integer references handles on delete cascade,
      recipient text not null,
      sender text not null,
      author text not null,
      subject text,
      client text not null,
      size bigint not null,
      state text not null
        check (state in ('under-way', 'delivered', 'handed-on', 'queued', 'refused', 'dropped', 'returned')),
      received_at timestamptz not null,
      -- What happened, in no particular order; each with its time.
      events jsonb not null
    )`.execute(db);
  await sql`create index flights_of_handle on flights (handle_id, received_at desc, id desc)`.execute(db);
  await sql`create index flights_received_at on flights (received_at)`.execute(db);

  // Counters and greylisting may be lost in a crash: the worst is a little more mail, or a little later.
  await sql`
    create unlogged table mail_rates (
      key text not null,
      -- End of the span that is counted: then the row may go.
      span timestamptz not null,
      count integer not null,
      primary key (key, span)
    )`.execute(db);
  await sql`create index mail_rates_span on mail_rates (span)`.execute(db);
  await sql`
    create unlogged table mail_greylist (
      -- Hash of network, sender and recipient.
      triplet bytea primary key,
      first_seen timestamptz not null default now(),
      passed_at timestamptz,
      seen_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index mail_greylist_seen_at on mail_greylist (seen_at)`.execute(db);

  await sql`alter table mail_recipients add column held boolean not null default false`.execute(db);
  // By these copies take turns: the next destination, the next recipient there, its oldest copy; and who is under way.
  await sql`create index mail_recipients_turns on mail_recipients (domain, key, next_try_at, id) where not held`.execute(
    db,
  );
  await sql`create index mail_recipients_under_way on mail_recipients (domain) where lease is not null`.execute(db);
  await sql`
    create table mail_queue_state (
      one boolean primary key default true check (one),
      paused_at timestamptz,
      pause_reason text,
      -- Which database this is: another one has been restored from a copy, and its queue waits for a word.
      system_identifier text,
      timeline integer
    )`.execute(db);
  await sql`insert into mail_queue_state default values`.execute(db);

  await sql`
    create table mail_alarms (
      -- One row for each host and kind, counted.
      kind text not null check (kind in ('reputation', 'mailbox-full', 'tls')),
      host text not null,
      words text not null,
      count integer not null default 1,
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      primary key (kind, host)
    )`.execute(db);
}

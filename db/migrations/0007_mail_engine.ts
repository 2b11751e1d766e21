import { type Kysely, sql } from 'kysely';

/** Mail policies, the delivery log, limits on incoming mail, and the pause of the queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forwardings
      -- What happens to mail while forwarding is off: it is rejected, or accepted with 250 and discarded.
      add column when_off text not null default 'refuse' check (when_off in ('refuse', 'drop')),
      -- Receives mail that the first inbox has deferred for hours; null until it is verified.
      add column backup_address text,
      add column backup_key text,
      add column backup_pending_address text,
      add column backup_pending_key text,
      -- Whether the delivery log stores subjects.
      add column keep_subjects boolean not null default false,
      -- Set if forwarding was paused because the inbox does not exist, or because its owner stopped all forwarding to it.
      add column paused_at timestamptz,
      add column pause_reason text check (pause_reason in ('inbox-gone', 'inbox-stopped')),
      -- Consecutive rejections with "no such mailbox".
      add column gone_count integer not null default 0,
      add column gone_since timestamptz`.execute(db);
  await sql`create index forwardings_gone on forwardings (handle_id) where gone_count > 0`.execute(db);
  await sql`create index forwardings_backup_key on forwardings (backup_key) where backup_key is not null`.execute(db);

  await sql`
    create table forwarding_blocks (
      handle_id integer not null references handles on delete cascade,
      -- Lower-case: an address, or @domain for a domain and its subdomains.
      pattern text not null,
      created_at timestamptz not null default now(),
      primary key (handle_id, pattern)
    )`.execute(db);

  // Mail processes cache destinations in memory, so each write that changes one notifies them with the handle's name.
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
      -- Canonical form of an inbox whose owner stopped all forwarding to it, and all verification emails.
      inbox_key text primary key,
      stopped_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table flights (
      -- Id of the copy; a message to two handles has two rows.
      id text primary key,
      -- Null for role mailboxes.
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
      -- The delivery events with their times, in no particular order.
      events jsonb not null
    )`.execute(db);
  await sql`create index flights_of_handle on flights (handle_id, received_at desc, id desc)`.execute(db);
  await sql`create index flights_received_at on flights (received_at)`.execute(db);

  // Unlogged: after a crash without these rows, limits start from zero and unknown senders are greylisted again.
  await sql`
    create unlogged table mail_rates (
      key text not null,
      -- End of the counted span; the row can be deleted afterwards.
      span timestamptz not null,
      count integer not null,
      primary key (key, span)
    )`.execute(db);
  await sql`create index mail_rates_span on mail_rates (span)`.execute(db);
  await sql`
    create unlogged table mail_greylist (
      -- Hash of client network, sender and recipient.
      triplet bytea primary key,
      first_seen timestamptz not null default now(),
      passed_at timestamptz,
      seen_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index mail_greylist_seen_at on mail_greylist (seen_at)`.execute(db);

  await sql`alter table mail_recipients add column held boolean not null default false`.execute(db);
  // Indexes for claiming: destinations take turns, then recipients, then the oldest copy; and the running attempts.
  await sql`create index mail_recipients_turns on mail_recipients (domain, key, next_try_at, id) where not held`.execute(
    db,
  );
  await sql`create index mail_recipients_under_way on mail_recipients (domain) where lease is not null`.execute(db);
  await sql`
    create table mail_queue_state (
      one boolean primary key default true check (one),
      paused_at timestamptz,
      pause_reason text,
      -- Identity of the database. A restored copy has another identity, and its queue is paused until an operator resumes it.
      system_identifier text,
      timeline integer
    )`.execute(db);
  await sql`insert into mail_queue_state default values`.execute(db);

  await sql`
    create table mail_alarms (
      -- One row for each kind and host, with a count.
      kind text not null check (kind in ('reputation', 'mailbox-full', 'tls')),
      host text not null,
      words text not null,
      count integer not null default 1,
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      primary key (kind, host)
    )`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** The mail queue, the bytes of queued messages, and envelope senders that are too long for an SRS address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_messages (
      id text primary key,
      -- Recipient of failure notices; empty for none.
      report_to text not null,
      utf8 boolean not null,
      size bigint not null,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table mail_chunks (
      message_id text not null references mail_messages on delete cascade,
      position integer not null,
      -- At most 256 KB of the message, compressed with Zstandard.
      bytes bytea not null,
      primary key (message_id, position)
    )`.execute(db);
  // The chunks are already compressed, so PostgreSQL must not compress them again.
  await sql`alter table mail_chunks alter column bytes set storage external`.execute(db);

  await sql`
    create table mail_recipients (
      id text primary key,
      message_id text not null references mail_messages on delete cascade,
      sender text not null,
      destination text not null,
      -- Lower-case domain of the destination; domains take turns.
      domain text not null,
      -- The address the sender wrote; empty for system emails.
      recipient text not null,
      key text not null,
      attempts integer not null default 0,
      next_try_at timestamptz not null,
      -- Set during an attempt; only the holder of this lease may record the outcome.
      lease uuid,
      lease_until timestamptz,
      last_words text
    )`.execute(db);
  await sql`create index mail_recipients_message_id on mail_recipients (message_id)`.execute(db);
  await sql`create index mail_recipients_next_try_at on mail_recipients (next_try_at)`.execute(db);

  await sql`
    create table mail_sender_tokens (
      token text primary key,
      value text not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index mail_sender_tokens_expires_at on mail_sender_tokens (expires_at)`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** Mail that waits to be delivered, its bytes, and envelope senders too long for an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_messages (
      id text primary key,
      -- Who hears about a failure; empty for nobody.
      report_to text not null,
      utf8 boolean not null,
      size bigint not null,
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table mail_chunks (
      message_id text not null references mail_messages on delete cascade,
      position integer not null,
      -- Compressed with Zstandard, 256 KB of the message at most.
      bytes bytea not null,
      primary key (message_id, position)
    )`.execute(db);
  // Compressed already: the server's own attempt would only cost time.
  await sql`alter table mail_chunks alter column bytes set storage external`.execute(db);

  await sql`
    create table mail_recipients (
      id text primary key,
      message_id text not null references mail_messages on delete cascade,
      sender text not null,
      destination text not null,
      -- Lower-case domain of the destination: copies take turns by it.
      domain text not null,
      -- The address the sender wrote; empty for letters of our own.
      recipient text not null,
      key text not null,
      attempts integer not null default 0,
      next_try_at timestamptz not null,
      -- Set while a process tries the copy; whoever holds this token may settle it.
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

import { type Kysely, sql } from 'kysely';

/** Answers to requests to support. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table support_answers (
      id integer generated always as identity primary key,
      request_id integer not null references support_requests on delete cascade,
      -- The administrator; null for the command line, and after the erasure of the account.
      author_id integer references accounts on delete set null,
      text text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index support_answers_request_id on support_answers (request_id, id)`.execute(db);
  await sql`create index support_answers_author_id on support_answers (author_id)`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** Times at which each role ran, for the status page, and price rises, of which owners are notified in advance. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The minutes in which a process of the role wrote a heartbeat. role_days has the totals of past days.
    create table role_minutes (
      role text not null,
      minute timestamptz not null,
      primary key (role, minute)
    )`.execute(db);
  await sql`
    create table role_days (
      role text not null,
      -- In UTC.
      day date not null,
      minutes integer not null check (minutes between 0 and 1440),
      first_minute timestamptz not null,
      primary key (role, day)
    )`.execute(db);
  await sql`
    create table price_rises (
      id integer generated always as identity primary key,
      plan text not null,
      cents_before integer not null,
      cents_after integer not null,
      announced_at timestamptz not null,
      -- From this moment renewals cost the new price.
      effective_at timestamptz not null
    )`.execute(db);
  await sql`create index price_rises_effective_at on price_rises (effective_at)`.execute(db);
}

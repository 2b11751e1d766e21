import { type Kysely, sql } from 'kysely';

/** Emails to an inbox are counted by quota: sign-in emails, sign-in emails requested by a known browser, and all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table letters_sent
      -- Older code writes the default and counts all rows, so its limits are stricter, never looser.
      add column share text not null default 'other' check (share in ('other', 'sign-in', 'device')),
      -- The device that sent the request, for share 'device'.
      add column device text,
      add constraint letters_sent_device check ((share = 'device') = (device is not null))`.execute(db);
}

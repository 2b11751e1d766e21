import { type Kysely, sql } from 'kysely';

/** Letters to an inbox are counted by share: sign-in letters, those asked for by a known browser, and all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table letters_sent
      -- Code that does not know of shares writes the default and counts all rows: stricter, never looser.
      add column share text not null default 'other' check (share in ('other', 'sign-in', 'device')),
      -- The device that asked, for share 'device'.
      add column device text,
      add constraint letters_sent_device check ((share = 'device') = (device is not null))`.execute(db);
}

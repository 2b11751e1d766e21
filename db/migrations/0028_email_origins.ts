import { type Kysely, sql } from 'kysely';

/** Quotas of emails by who orders them, and a separate limit of sign-in codes for browsers that have signed in before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table letters_sent
      drop constraint letters_sent_share_check,
      add constraint letters_sent_share_check
        check (share in ('other', 'sign-in', 'device', 'security', 'list', 'claim', 'account', 'own', 'opened')),
      -- Who requested an email, if not a device: an account, or a hash of the network of a stranger.
      add column origin text`.execute(db);
  await sql`alter table sign_in_codes add column known_device boolean not null default false`.execute(db);
}

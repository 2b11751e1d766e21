import { type Kysely, sql } from 'kysely';

/** Deletion of social images by trigger, limits on free claims and holds, and pages whose links search engines follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Every deletion of the row, including by a cascade, also schedules the deletion of the image.
  await sql`
    create function schedule_card_deletion() returns trigger language plpgsql as $$
    begin
      insert into doomed_objects (key, doomed_at)
        select key, now() from (values (old.object_key), (old.old_key)) as card (key) where key is not null
        on conflict (key) do update set doomed_at = least(doomed_objects.doomed_at, excluded.doomed_at);
      return null;
    end $$`.execute(db);
  await sql`create trigger schedule_deletion after delete on profile_cards
    for each row execute function schedule_card_deletion()`.execute(db);
  // Refunds in version 0.1 did not delete the images and some columns of handles without an owner.
  await sql`delete from profile_cards using handles
    where handles.id = handle_id and account_id is null and state <> 'active'`.execute(db);
  await sql`update handles set template = 'neon', profile_page = true, first_price_cents = null, first_paid_at = null,
      reminded_days = null
    where account_id is null and state <> 'active'`.execute(db);

  // Maximum number of free handles of the account; null for the default in the settings.
  await sql`alter table accounts add column free_handle_limit integer check (free_handle_limit >= 0)`.execute(db);

  await sql`
    create table free_claims (
      id bigint generated always as identity primary key,
      -- An IPv4 address or an IPv6 /64; deleted after a day.
      network text not null,
      claimed_at timestamptz not null
    )`.execute(db);
  await sql`create index free_claims_network on free_claims (network, claimed_at)`.execute(db);
  await sql`create index free_claims_claimed_at on free_claims (claimed_at)`.execute(db);

  await sql`
    alter table handle_holds
      -- Hash of the secret of the browser that placed the order.
      add column browser_hash bytea,
      -- Network of the client, as in free_claims; null once the payment is in progress and no longer limited.
      add column network text`.execute(db);
  await sql`create index handle_holds_network on handle_holds (network, expires_at)`.execute(db);

  // When the links of the page lost rel=nofollow; null for a page that may exist only for its links.
  await sql`alter table handles add column links_followed_at timestamptz`.execute(db);
  await sql`update handles set links_followed_at = now()
    where paid_until is not null and first_paid_at <= now() - interval '30 days'`.execute(db);
  await sql`create index handles_links_unfollowed on handles (first_paid_at)
    where links_followed_at is null and first_paid_at is not null`.execute(db);
}

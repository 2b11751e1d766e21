import { type Kysely, sql } from 'kysely';

/** Objects that the database schedules for deletion itself, limits on free claims and on holds, pages whose links search engines follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Whatever deletes the row, a cascade included, deletes the image: no caller can forget it.
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
  // Refunds of version 0.1 left the images and some columns of handles that nobody owns any more.
  await sql`delete from profile_cards using handles
    where handles.id = handle_id and account_id is null and state <> 'active'`.execute(db);
  await sql`update handles set template = 'neon', profile_page = true, first_price_cents = null, first_paid_at = null,
      reminded_days = null
    where account_id is null and state <> 'active'`.execute(db);

  // How many handles the account may have free of charge; null for what the settings say.
  await sql`alter table accounts add column free_handle_limit integer check (free_handle_limit >= 0)`.execute(db);

  await sql`
    create table free_claims (
      id bigint generated always as identity primary key,
      -- An IPv4 address or an IPv6 /64; forgotten after a day.
      network text not null,
      claimed_at timestamptz not null
    )`.execute(db);
  await sql`create index free_claims_network on free_claims (network, claimed_at)`.execute(db);
  await sql`create index free_claims_claimed_at on free_claims (claimed_at)`.execute(db);

  await sql`
    alter table handle_holds
      -- Hash of the secret that only the browser has which made the order.
      add column browser_hash bytea,
      -- Where the order came from, as above; null once the payment goes on: then it counts against no limit.
      add column network text`.execute(db);
  await sql`create index handle_holds_network on handle_holds (network, expires_at)`.execute(db);

  // Since when the links of the page are without nofollow; null for a page that may be there for its links alone.
  await sql`alter table handles add column links_followed_at timestamptz`.execute(db);
  await sql`update handles set links_followed_at = now()
    where paid_until is not null and first_paid_at <= now() - interval '30 days'`.execute(db);
  await sql`create index handles_links_unfollowed on handles (first_paid_at)
    where links_followed_at is null and first_paid_at is not null`.execute(db);
}

import { sql } from 'kysely';
import type { Database } from '../../server/platform/db/database.ts';

/** Creates this many accounts, each with a handle, an inbox, three links and a drawn sharing image, without notifications. */
export async function seedHandles(db: Database, handles: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into accounts (email, email_verified_at)
      select 'person-' || n || '@inbox.example', now() from generate_series(1, ${handles}::integer) n`.execute(trx);
    await sql`
      insert into handles (handle, account_id, display_name, bio, created_at)
      select split_part(email, '@', 1), id, 'A person', 'Some words about this person', now() - interval '30 days'
      from accounts order by id`.execute(trx);
    await sql`
      insert into forwardings (handle_id, address, address_key)
      select id, handle || '@inbox.example', handle || '@inbox.example' from handles`.execute(trx);
    await sql`
      insert into social_links (handle_id, platform, username, url, position)
      select id, platform, handle, 'https://' || platform || '.com/' || handle, place
      from handles, unnest(array['github', 'instagram', 'youtube']) with ordinality as p (platform, place)`.execute(
      trx,
    );
    await sql`
      insert into profile_cards (handle_id, object_key, content_hash, drawing)
      select id, 'cards/' || id || '.png', md5(handle), 1 from handles`.execute(trx);
  });
  await sql`vacuum analyze`.execute(db);
}

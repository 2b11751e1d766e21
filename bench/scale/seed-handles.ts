import pg from 'pg';

const STATEMENTS = [
  // Without triggers, because no process listens, and a notification for each row would fill the server's queue.
  'set session_replication_role = replica',
  `insert into accounts (email, email_verified_at)
    select 'person-' || n || '@inbox.example', now() from generate_series(1, $HANDLES) n`,
  `insert into handles (handle, account_id, display_name, bio, created_at)
    select split_part(email, '@', 1), id, 'A person', 'Some words about this person', now() - interval '30 days'
    from accounts order by id`,
  `insert into forwardings (handle_id, address, address_key)
    select id, handle || '@inbox.example', handle || '@inbox.example' from handles`,
  `insert into social_links (handle_id, platform, username, url, position)
    select id, platform, handle, 'https://' || platform || '.com/' || handle, place
    from handles, unnest(array['github', 'instagram', 'youtube']) with ordinality as p (platform, place)`,
  `insert into profile_cards (handle_id, object_key, content_hash, drawing)
    select id, 'cards/' || id || '.png', md5(handle), $DRAWING from handles`,
  'vacuum analyze',
];

/**
 * Creates `handles` accounts, each with a handle, an inbox, three links and a sharing image of the given drawing
 * version.
 */
export async function seedHandles(url: string, handles: number, drawing = 1): Promise<void> {
  // Not the server's pool, which limits the time of a statement.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of STATEMENTS)
      await client.query(statement.replace('$HANDLES', String(handles)).replace('$DRAWING', String(drawing)));
  } finally {
    await client.end();
  }
}

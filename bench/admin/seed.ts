import type pg from 'pg';

const NAMES =
  'anna bob carla dmitri elif farid grace hiro ines jamal kira luis mona nils olga pavel quinn rosa sam tara';

/**
 * Inserts `people` accounts with one handle each, an inbox for every handle, a link for every second handle and a
 * member for every tenth. The last three percent share a name that occurs nowhere else; a search for it matches only rows at the
 * end of the list.
 */
export async function seed(pool: pg.Pool, people: number): Promise<void> {
  const run = (sql: string, ...values: unknown[]) => pool.query(sql, values);
  // Building an index over parts takes a fraction of the time of filling it row by row.
  const { rows: parts } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where indexname like '%\\_parts'`,
  );
  for (const { name } of parts) await run(`drop index ${name}`);
  // The triggers invalidate cached pages, and this database has none.
  await run('alter table handles disable trigger profile_changed');
  await run('alter table social_links disable trigger profile_changed');
  await run('alter table forwardings disable trigger user');
  await run('alter table handle_members disable trigger user');
  await run(
    `insert into accounts (email, email_verified_at, is_admin, email_visible, created_at)
     select case when n > 0.97 * $1::integer then 'zoe' else (string_to_array($2, ' '))[1 + n % 20] end || n || '@inbox.example',
       case when n % 50 > 0 then now() end, n % 100000 = 0, n % 20 > 0, now() - make_interval(secs => ($1 - n) * 60)
     from generate_series(1, $1::integer) as n`,
    people,
    NAMES,
  );
  await run(
    `insert into handles (handle, account_id, state, display_name, created_at)
     select replace(split_part(email, '@', 1), 'anna', '') || case when id % 3 = 0 then '-of-the-north' else '' end, id,
       case when id % 40 = 0 then 'resting' when id % 5000 = 0 then 'suspended' else 'active' end::handle_state,
       case when id % 2 = 0 then initcap(split_part(email, '@', 1)) end, created_at
     from accounts`,
  );
  await run(
    `insert into social_links (handle_id, platform, username, url, position)
     select id, 'github', handle, 'https://github.com/' || handle, 0 from handles where id % 2 = 0`,
  );
  // Every handle has an inbox at one of a thousand domains, and every tenth has a member with an inbox.
  await run(
    `insert into forwardings (handle_id, address)
     select id, 'box' || id || '@mail' || id % 1000 || '.example' from handles`,
  );
  await run(
    `insert into handle_members (handle_id, account_id, email, role, expires_at, joined_at, address)
     select id, account_id % 1000 + 1, 'member' || id || '@inbox.example', 'manager', now(), now(),
       'member' || id || '@work' || id % 1000 || '.example'
     from handles where id % 10 = 0`,
  );
  for (const { definition } of parts) await run(definition);
  await run('vacuum analyze accounts, handles, social_links, forwardings, handle_members');
}

import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createEmptyDatabase } from '../tests/support/server/test-database.ts';
import { migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let observer: pg.Pool;
beforeAll(async () => {
  database = await createEmptyDatabase();
  observer = new pg.Pool({ connectionString: database.url });
  await migrate(database.url);
  await observer.query(`drop index ${Object.keys(ALL).join(', ')}`);
});
afterAll(async () => {
  await observer?.end();
  await database?.drop();
});

/** Returns the search indexes, and whether each of them is valid. */
async function indexes(): Promise<Record<string, boolean>> {
  const { rows } = await observer.query<{ name: string; valid: boolean }>(
    `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname ~ '(_parts|_held)$' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]));
}

const ALL = {
  accounts_parts: true,
  forwardings_parts: true,
  handle_members_parts: true,
  handles_display_name_parts: true,
  handles_parts: true,
  mail_recipients_held: true,
  payments_parts: true,
};

it('builds large indexes while rows are written, and builds them again after a build was killed', async () => {
  await observer.query(`insert into accounts (email) values ('ann@inbox.example'), ('bob@inbox.example')`);
  // A transaction with an older snapshot delays the build, as a backup does.
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await reader.query('begin transaction isolation level repeatable read');
  await reader.query('select from accounts');
  const killed = migrate(database.url).then(
    () => 'built',
    (error: { code?: string }) => error.code,
  );
  const building = `select pid from pg_stat_activity
    where datname = current_database() and query like 'create index concurrently%' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await observer.query(building)).rowCount, { timeout: 60_000 }).toBe(1);
  // Neither a write nor another starting process waits for the build.
  await observer.query(`insert into accounts (email) values ('carol@inbox.example')`);
  await observer.query(`update accounts set email = 'bobby@inbox.example' where email = 'bob@inbox.example'`);
  expect(await migrate(database.url)).toEqual({ newer: [], unbuilt: [] });
  await observer.query(`select pg_terminate_backend(pid) from (${building}) as found`);
  expect(await killed).toBe('57P01');
  expect(await indexes()).toEqual({ accounts_parts: false });
  await reader.query('rollback');
  await reader.end();

  expect(await migrate(database.url)).toEqual({ newer: [], unbuilt: [] });
  expect(await indexes()).toEqual(ALL);
  const { rows } = await observer.query(
    `select email from accounts where search_parts(lower(email)) @> search_parts('bobby')`,
  );
  expect(rows).toEqual([{ email: 'bobby@inbox.example' }]);
  const statistics = `select from pg_stats where tablename = 'accounts_parts'`;
  expect((await observer.query(statistics)).rowCount).toBe(1);
});

it('builds in only one of two concurrent starts, and postpones indexes on tables that the role may not change', async () => {
  await observer.query('drop index payments_parts, handles_parts');
  const done = { newer: [], unbuilt: [] };
  expect(await Promise.all([migrate(database.url), migrate(database.url)])).toEqual([done, done]);
  expect(await indexes()).toEqual(ALL);
  await observer.query('drop index handles_parts');
  const admin = new URL(inject('postgresUrl'));
  admin.pathname = new URL(database.url).pathname;
  const owner = new pg.Client({ connectionString: admin.href });
  await owner.connect();
  await owner.query('alter table handles owner to current_user');
  await owner.end();
  expect(await migrate(database.url)).toEqual({ newer: [], unbuilt: ['handles_parts'] });
});

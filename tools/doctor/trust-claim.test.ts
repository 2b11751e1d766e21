import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../../server/platform/config/config.ts';
import { type Database, openDatabase, openPool } from '../../server/platform/db/database.ts';
import { createTestDatabase } from '../../tests/support/server/test-database.ts';
import { checkTrustClaim } from './trust-claim.ts';

const PRODUCTION = {
  ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://example.org', SECRET_KEY: 'k'.repeat(32) },
  ...{ ADMIN_EMAILS: 'me@operator.org', PAYPAL_ENV: 'off' },
};
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(openPool(database.url));
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const check = (env: Record<string, string> = {}) =>
  checkTrustClaim(parseConfig({ ...PRODUCTION, DATABASE_URL: database.url, ...env }));

it('advises to change the default claim while there are fewer accounts than it names', async () => {
  await sql`insert into accounts (email) values ('ann@inbox.example')`.execute(db);
  expect(await check()).toMatchObject([
    { kind: 'advice', what: expect.stringContaining('50,000+ users worldwide”, and this installation has 1 account') },
  ]);
  expect(await check({ TRUST_CLAIM: '' })).toEqual([]);
  expect(await check({ TRUST_CLAIM: 'Made with care' })).toEqual([]);
  expect(await checkTrustClaim(parseConfig({ DATABASE_URL: database.url }))).toEqual([]);
  await sql`insert into accounts (email) select n || '@inbox.example' from generate_series(2, 50000) as n`.execute(db);
  expect(await check()).toMatchObject([{ kind: 'ok' }]);
});

it('leaves a database that cannot be reached to the check of the database', async () => {
  expect(await check({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' })).toEqual([]);
});

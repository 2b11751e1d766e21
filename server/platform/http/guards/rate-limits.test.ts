import Fastify from 'fastify';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useDatabase } from '../../../../tests/support/server/test-database.ts';
import { deleteOldRowsOf } from '../../../held-data/retention.ts';
import { openDatabase, openPool } from '../../db/database.ts';
import { mapErrors } from '../error-mapping.ts';
import type { Server } from '../server.ts';
import { NetworkGuard } from './network-guard.ts';
import { countCall } from './network-limit-store.ts';
import { limitNetworks, sendingLimit, uploadLimit } from './rate-limits.ts';

const database = useDatabase(2);
beforeEach(async () => {
  await sql`truncate network_limits`.execute(database.db);
});

const MAX = sendingLimit.rateLimit.max;
const KEY = Buffer.from('key');

/** Starts the limits of one process. Returns a function that calls a route and returns the status. */
async function startProcess(on = database.db, secret = 'a secret of this installation') {
  const app = Fastify();
  mapErrors(app as unknown as Server);
  await limitNetworks(app, new NetworkGuard({ max: 250, isProxy: () => false }), { db: on, secrets: [secret] });
  app.post('/mail', { config: sendingLimit }, async () => 'sent');
  app.post('/other-mail', { config: sendingLimit }, async () => 'sent');
  app.put('/upload', { config: uploadLimit }, async () => 'stored');
  return (url: string, remoteAddress = '192.0.2.1', method: 'POST' | 'PUT' = 'POST') =>
    app.inject({ method, url, remoteAddress });
}

it('limits the emails of a network across all processes', async () => {
  const processes = await Promise.all([startProcess(), startProcess()]);
  const [first, second] = processes;
  for (let count = 0; count < MAX; count++) expect((await processes[count % 2]?.('/mail'))?.statusCode).toBe(200);
  const refused = await Promise.all([first?.('/mail'), second?.('/mail')]);
  expect(refused.map((response) => response?.statusCode)).toEqual([429, 429]);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await first?.('/other-mail'))?.statusCode).toBe(200);
  expect((await first?.('/mail', '192.0.2.2'))?.statusCode).toBe(200);
});

it('counts an IPv6 network by its first 64 bits', async () => {
  const call = await startProcess();
  for (let count = 0; count < MAX; count++) await call('/mail', `2001:db8::${count.toString(16)}`);
  expect((await call('/mail', '2001:db8::ffff')).statusCode).toBe(429);
  expect((await call('/mail', '2001:db8:0:1::1')).statusCode).toBe(200);
});

it('stores no address, and nothing for routes that each process limits by itself', async () => {
  const call = await startProcess();
  await call('/upload', '192.0.2.1', 'PUT');
  expect((await sql`select from network_limits`.execute(database.db)).rows).toEqual([]);
  await call('/mail');
  const { rows } = await sql<{ text: string }>`select row_to_json(l)::text as text from network_limits l`.execute(
    database.db,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain('192.0.2');
});

it('stores a network under a name that cannot be computed without the secret', async () => {
  for (const secret of ['one', 'two']) await (await startProcess(database.db, secret))('/mail');
  const { rows } = await sql<{ count: number }>`select count from network_limits`.execute(database.db);
  expect(rows).toEqual([{ count: 1 }, { count: 1 }]);
});

it('does not query the database for a network that is above the limit of this process', async () => {
  const call = await startProcess();
  for (let count = 0; count < MAX + 5; count++) await call('/mail');
  const { rows } = await sql<{ count: number }>`select count from network_limits`.execute(database.db);
  expect(rows).toEqual([{ count: MAX }]);
});

it('limits each process by itself while the database is unreachable', async () => {
  const away = openDatabase(openPool('postgres://nobody@127.0.0.1:1/nothing', 1));
  const call = await startProcess(away);
  for (let count = 0; count < MAX; count++) expect((await call('/mail')).statusCode).toBe(200);
  expect((await call('/mail')).statusCode).toBe(429);
  await away.destroy();
});

it('begins a new window after one has ended, and deletes ended windows', async () => {
  expect(await countCall(database.db, KEY, 'a', 60_000)).toMatchObject({ current: 1 });
  expect(await countCall(database.db, KEY, 'a', 60_000)).toMatchObject({ current: 2 });
  await sql`update network_limits set ends_at = now() - interval '1 second'`.execute(database.db);
  const { current, ttl } = await countCall(database.db, KEY, 'a', 60_000);
  expect(current).toBe(1);
  expect(ttl).toBeGreaterThan(50_000);
  await deleteOldRowsOf(database.db, 'network_limits', new Date());
  expect((await sql`select from network_limits`.execute(database.db)).rows).toHaveLength(1);
  await sql`update network_limits set ends_at = now() - interval '1 second'`.execute(database.db);
  await deleteOldRowsOf(database.db, 'network_limits', new Date());
  expect((await sql`select from network_limits`.execute(database.db)).rows).toEqual([]);
});

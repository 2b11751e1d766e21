import { createServer } from 'node:http';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { words } from '../../contract/words.ts';
import { pauseQueue } from '../../server/mail/shared/queue-pause-store.ts';
import { parseConfig } from '../../server/platform/config/config.ts';
import { databaseError } from '../../server/platform/config/start-error.ts';
import { openPool } from '../../server/platform/db/database.ts';
import { startPooler } from '../../tests/support/server/pooler.ts';
import { useDatabase } from '../../tests/support/server/test-database.ts';
import { checkHttpClock, compareClocks } from './clock.ts';
import { checkDatabase, versionFinding } from './database.ts';
import { checkNotifications, checkReplica, replicaFinding } from './database-connections.ts';
import { checkWrites } from './database-writes.ts';
import type { Dns } from './dns/dns.ts';
import { checkRelaySpf, relayTerm } from './dns/relay-spf.ts';
import { checkProxy } from './proxy.ts';
import { checkQueue } from './queue.ts';

const database = useDatabase(2);

const kinds = (findings: { kind: string }[]) => findings.map(({ kind }) => kind);

it('reports that notifications do not pass a pooler, unless the listener bypasses it', async () => {
  const pooler = await startPooler(database.url, { isStrict: true });
  expect(await checkNotifications(pooler.url, pooler.url, 300)).toMatchObject({
    kind: 'wrong',
    todo: expect.stringContaining('DATABASE_DIRECT_URL'),
  });
  expect(await checkNotifications(pooler.url, database.url)).toMatchObject({ kind: 'ok' });
  // All other checks run through the pooler.
  const checkAll = (env: Record<string, string> = {}) =>
    checkDatabase(parseConfig({ ALLOW_PUBLIC_LOCAL_MODE: 'yes', DATABASE_URL: pooler.url, ...env }));
  expect(kinds(await checkAll({ DATABASE_DIRECT_URL: database.url }))).toEqual(words('ok ok ok ok note ok ok'));
  expect(await checkAll({ DATABASE_DIRECT_URL: 'postgres://nobody@127.0.0.1:1/none' })).toContainEqual(
    expect.objectContaining({ kind: 'wrong', todo: 'check DATABASE_URL and DATABASE_DIRECT_URL' }),
  );
  await expect(openPool(pooler.url).query('select')).rejects.toSatisfy((error) =>
    databaseError(error).message.includes('set DATABASE_DIRECT_URL'),
  );
  await pooler.close();
  expect(await checkNotifications(pooler.url, database.url)).toMatchObject({ kind: 'wrong' });
});

it('names a database that accepts no writes and the remedy, instead of the consequences', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  expect(await checkWrites(client, 'the database')).toEqual({ kind: 'ok', what: 'the database accepts writes' });
  // Makes the n-th query fail with a server error, as a full disk does to the second query.
  const failing = (at: number, code: string) => {
    let queries = 0;
    const query = async (text: string) => {
      if (++queries === at) throw Object.assign(new Error('refused'), { code });
      return client.query(text);
    };
    return checkWrites({ query } as unknown as pg.Client, 'the database');
  };
  expect(await failing(2, '53100')).toMatchObject({
    kind: 'wrong',
    what: expect.stringMatching(/^The disk of the database is full:/),
    todo: expect.stringContaining('free space'),
  });
  expect(await failing(2, '42501')).toMatchObject({ kind: 'ok' });
  await expect(failing(2, '42601')).rejects.toThrow('refused');
  expect(databaseError({ code: '25006', message: 'read-only' }).message).toContain('npm run doctor');
  const url = new URL(database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const config = parseConfig({ ALLOW_PUBLIC_LOCAL_MODE: 'yes', DATABASE_URL: url.href });
  const [version, migrations, ...others] = await checkDatabase(config);
  expect(kinds([version, migrations].flatMap((finding) => finding ?? []))).toEqual(['ok', 'ok']);
  expect(others).toMatchObject([{ kind: 'wrong', what: expect.stringMatching(/^The database is read-only:/) }]);
  await client.end();
});

describe('the replica', () => {
  it('the replica is checked only if it is set, and must not be the primary', async () => {
    expect(await checkReplica(undefined, database.url)).toEqual([]);
    expect(await checkReplica(database.url, database.url)).toMatchObject([
      { kind: 'wrong', what: expect.stringContaining('primary') },
    ]);
    expect(await checkReplica('postgres://nobody@127.0.0.1:1/none', database.url)).toMatchObject([
      { kind: 'wrong', what: expect.stringContaining('cannot be reached') },
    ]);
  });

  it.each([
    ['ok', { isCaughtUp: true, lagSeconds: 9000 }],
    ['ok', { isCaughtUp: false, lagSeconds: 3 }],
    ['wrong', { isCaughtUp: false, lagSeconds: 61 }],
    ['wrong', { isCaughtUp: false, lagSeconds: null }],
  ])('the replica is %s with %j', (kind, state) => {
    expect(replicaFinding({ inRecovery: true, ...state }).kind).toBe(kind);
  });
});

it('compares its clock with that of the database, and with the Date header of a service', async () => {
  expect(compareClocks(10_000, 5000, 'the database').kind).toBe('ok');
  expect(compareClocks(10_000, 4000, 'it').what).toBe('the clock of this machine is 6 seconds ahead of that of it');
  expect(compareClocks(4000, 10_000, 'it').what).toContain('6 seconds behind');
  let aheadMs: number | undefined = 0;
  const server = createServer((_request, response) => {
    response.sendDate = false;
    if (aheadMs !== undefined) response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const config = parseConfig({ PUBLIC_URL: `http://127.0.0.1:${(server.address() as { port: number }).port}` });
  expect(await checkHttpClock(config)).toMatchObject({ kind: 'ok' });
  aheadMs = 60_000;
  expect(await checkHttpClock(config)).toMatchObject({ kind: 'wrong' });
  aheadMs = undefined;
  expect(await checkHttpClock(config)).toMatchObject({ kind: 'note' });
  await new Promise((done) => server.close(done));
  expect(await checkHttpClock(config)).toMatchObject({ kind: 'note' });
});

it('requires PostgreSQL 15', () => {
  expect(kinds(['14.12', '15.18 (Debian)', '18.4'].map((version) => versionFinding('it', version)))).toEqual([
    'wrong',
    'ok',
    'ok',
  ]);
});

it('reports a paused queue, and mail that has waited for hours', async () => {
  expect(kinds(await checkQueue(database.db))).toEqual(['ok']);
  const id = '1';
  await database.db.insertInto('mail_messages').values({ id, report_to: '', size: 1, utf8: false }).execute();
  const copy = {
    id,
    message_id: id,
    destination: 'x@a.example',
    domain: 'a.example',
    key: 'ada',
    recipient: '',
    sender: '',
  };
  await database.db
    .insertInto('mail_recipients')
    .values({ ...copy, next_try_at: new Date() })
    .execute();
  expect(kinds(await checkQueue(database.db))).toEqual(['ok', 'ok']);
  const later = await checkQueue(database.db, new Date(Date.now() + 5 * HOUR));
  expect(later).toMatchObject([{ kind: 'ok' }, { kind: 'note', what: expect.stringContaining('for 5 h') }]);
  await pauseQueue(database.db, 'A test');
  expect(await checkQueue(database.db)).toMatchObject([
    { kind: 'wrong', what: expect.stringContaining('A test') },
    { kind: 'ok' },
  ]);
});

it('requires TRUST_PROXY behind https', () => {
  const check = (env: Record<string, string>) =>
    kinds(checkProxy(parseConfig({ ALLOW_PUBLIC_LOCAL_MODE: 'yes', ...env })));
  expect(check({ PUBLIC_URL: 'http://example.org' })).toEqual([]);
  expect(check({ PUBLIC_URL: 'https://example.org' })).toEqual(['wrong']);
  expect(check({ PUBLIC_URL: 'https://example.org', TRUST_PROXY: '127.0.0.1' })).toEqual(['ok']);
});

it('requires the SPF include of a known relay, and only adds a note for an unknown relay', async () => {
  expect(
    ['email-smtp.eu-west-1.amazonaws.com', 'smtp.eu.mailgun.org', 'relay.example', '192.0.2.7', '[2001:db8::7]'].map(
      relayTerm,
    ),
  ).toEqual(['include:amazonses.com', 'include:mailgun.org', 'a:relay.example', 'ip4:192.0.2.7', 'ip6:2001:db8::7']);
  const check = async (record: string, relay: string) => {
    const dns = { resolveTxt: async () => [['something else'], [record]] } as unknown as Dns;
    return (await checkRelaySpf(dns, 'example.org', relay)).kind;
  };
  expect(await check('v=spf1 mx include:SendGrid.net -all', 'smtp.sendgrid.net')).toBe('ok');
  expect(await check('v=spf1 mx include:sendgrid.network -all', 'smtp.sendgrid.net')).toBe('wrong');
  expect(await check('v=spf1 mx -all', 'notsendgrid.net')).toBe('note');
});

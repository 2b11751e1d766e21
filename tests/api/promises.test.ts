import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import type { MailHost } from '../../mail/host.ts';
import { REPLY_KEPT_DAYS } from '../../mail/reply/sent-once.ts';
import { createRememberOnce } from '../../mail/returned/remember-once.ts';
import { createSenderTokens } from '../../server/mail/adapters/sender-tokens.ts';
import { writeHeartbeat } from '../../server/platform/jobs/heartbeat-store.ts';
import { compactAvailability, readStatus } from '../../server/status/availability-rules.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { Person } from '../support/api/person.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

// Promises of the terms and the privacy page on a moved clock. docs/operate.md lists them all with their tests.
const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));

describe('the status page', () => {
  const NOON = new Date('2027-03-10T12:00:30Z');
  const page = () => new Person(server).request('GET', '/status');
  const of = async (role: string, at = NOON) =>
    (await readStatus(server.db, at)).roles.find((one) => one.role === role) ?? expect.fail(`${role} is missing`);
  /** Adds every minute from one time up to, but not including, another. */
  const ran = (role: string, from: string, to: string) =>
    sql`insert into role_minutes select ${role}, minute from generate_series(
      ${from}::timestamptz, ${to}::timestamptz - interval '1 minute', '1 minute') as minute`.execute(server.db);

  it('measures nothing before the first heartbeat, and runs no script', async () => {
    const { status, text, headers } = await page();
    expect(status).toBe(200);
    expect(text.match(/Not measured yet\./g)).toHaveLength(3);
    expect(text).toContain('Part of the service is not running');
    expect(text).not.toMatch(/<script|style=/);
    expect(headers['content-security-policy']).not.toContain('script-src');
  });

  it('shows that every role runs a minute after the heartbeat of a process', async () => {
    const beat = { host: 'here', pid: 1, version: '1', connections: 1, roles: ['http', 'mail', 'jobs'] };
    for (let beats = 0; beats < 2; beats += 1) {
      await writeHeartbeat(server.db, { ...beat, id: '0b0e5f4e-6c3c-4b7c-9a4e-2f1c5f0f4b11' });
    }
    server.advance(60_000);
    const { text } = await page();
    expect(text).toContain('Everything is running');
    expect(text.match(/100\.00%/g)).toHaveLength(3);
    expect(text).not.toContain('Days with interruptions');
    await sql`truncate role_minutes, process_heartbeats`.execute(server.db);
  });

  it('does not remember a failed measurement', async () => {
    server.advance(60_000);
    await sql`alter table role_minutes rename to role_minutes_away`.execute(server.db);
    const failed = await page().finally(() =>
      sql`alter table role_minutes_away rename to role_minutes`.execute(server.db),
    );
    expect(failed.status).toBe(500);
    // Within the same minute, a stored measurement would be returned.
    expect((await page()).status).toBe(200);
  });

  it('counts the missing minutes since the first one, rounds down, and keeps its figures when days are rolled up', async () => {
    await ran('http', '2027-03-08T06:00Z', '2027-03-09T01:00Z');
    await ran('http', '2027-03-09T01:14Z', '2027-03-10T12:00Z');
    // The current minute does not count, because it has not ended.
    await ran('http', '2027-03-10T12:00Z', '2027-03-10T12:01Z');
    const before = await of('http');
    expect(before).toMatchObject({ minutes: 54 * 60 - 14, outOf: 54 * 60, since: '2027-03-08T06:00:00.000Z' });
    expect(before.days.slice(-3)).toEqual([
      { day: '2027-03-08', minutes: 18 * 60, outOf: 18 * 60 },
      { day: '2027-03-09', minutes: 1440 - 14, outOf: 1440 },
      { day: '2027-03-10', minutes: 720, outOf: 720 },
    ]);
    expect(before.days).toHaveLength(90);
    expect(await of('mail')).toMatchObject({ since: null, outOf: 0 });
    await compactAvailability(server.db, NOON);
    expect(await of('http')).toEqual(before);
    await compactAvailability(server.db, NOON);
    expect(await of('http')).toEqual(before);
    const { rows } = await sql`select from role_minutes where minute < '2027-03-10T00:00Z'`.execute(server.db);
    expect(rows).toHaveLength(0);
  });

  it('keeps the measurement of a day for 90 days', async () => {
    const at = (days: number) => new Date(NOON.getTime() + days * DAY);
    const days = async () =>
      (await sql<{ day: string }>`select to_char(day, 'MM-DD') as day from role_days order by 1`.execute(server.db))
        .rows;
    await compactAvailability(server.db, at(87));
    expect((await days()).map(({ day }) => day)).toEqual(['03-08', '03-09', '03-10']);
    // An outage until now counts as one.
    expect(await of('http', at(87))).toMatchObject({ minutes: 54 * 60 - 14 + 1, outOf: (54 + 87 * 24) * 60 });
    await compactAvailability(server.db, at(88));
    expect((await days()).map(({ day }) => day)).toEqual(['03-09', '03-10']);
    await compactAvailability(server.db, at(90));
    expect(await days()).toEqual([]);
  });

  it('the nightly job rolls up the measured minutes', async () => {
    const old = new Date(server.clock().getTime() - 3 * DAY).toISOString();
    await ran('mail', old, new Date(Date.parse(old) + 120_000).toISOString());
    await runNightlyJobs(server);
    expect((await sql`select from role_minutes`.execute(server.db)).rows).toHaveLength(0);
    expect((await sql`select from role_days where role = 'mail'`.execute(server.db)).rows).toHaveLength(1);
  });
});

it('forgets invitations and offers 30 days after they expired, and not before', async () => {
  const owner = new Person(server);
  await owner.claim('invites-somebody', 'inviter@inbox.example');
  const [{ id }] = (await owner.request('GET', '/api/handles')).body;
  const expires = new Date(server.clock().getTime() + DAY);
  const common = { handle_id: id, email: 'invited@inbox.example', expires_at: expires };
  await server.db
    .insertInto('handle_members')
    .values({ ...common, role: 'editor' })
    .execute();
  const { account_id: by } = await server.db
    .selectFrom('handles')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const offer = { ...common, offered_by: by ?? 0, created_at: server.clock() };
  await server.db.insertInto('handle_transfers').values(offer).execute();
  const left = async () => {
    const of = (table: 'handle_members' | 'handle_transfers') =>
      server.db.selectFrom(table).select('id').where('handle_id', '=', id).execute();
    return [(await of('handle_members')).length, (await of('handle_transfers')).length];
  };
  server.advance(30 * DAY);
  await runNightlyJobs(server);
  expect(await left()).toEqual([1, 1]);
  server.advance(2 * DAY);
  await runNightlyJobs(server);
  expect(await left()).toEqual([0, 0]);
});

it('forgets after a year, and not before, people who were only named in mail', async () => {
  const owner = new Person(server);
  await owner.claim('writes-to-many', 'writer@inbox.example');
  const [{ id }] = (await owner.request('GET', '/api/handles')).body;
  const now = server.clock();
  await server.db
    .insertInto('contacts')
    .values({ handle_id: id, address: 'named@people.example', token: 'named-in-mail', token_used_at: now })
    .execute();
  const left = async () =>
    (await server.db.selectFrom('contacts').select('id').where('handle_id', '=', id).execute()).length;
  server.advance(364 * DAY);
  await runNightlyJobs(server);
  expect(await left()).toBe(1);
  server.advance(2 * DAY);
  await runNightlyJobs(server);
  expect(await left()).toBe(0);
});

it('remembers a reply for 180 days, and deletes it then', async () => {
  const clock = server.clock;
  const log = { warn: () => expect.fail('the reply was not stored') } as unknown as MailHost['log'];
  const sentOnce = createRememberOnce(
    { senderTokens: createSenderTokens(server.pool, server.clock), clock, log },
    REPLY_KEPT_DAYS,
  );
  await sentOnce.add('a reply');
  const left = async () => (await server.db.selectFrom('mail_sender_tokens').select('token').execute()).length;
  server.advance(179 * DAY);
  await runNightlyJobs(server);
  expect([await left(), await sentOnce.has('a reply')]).toEqual([1, true]);
  server.advance(2 * DAY);
  await runNightlyJobs(server);
  expect(await left()).toBe(0);
});

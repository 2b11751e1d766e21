import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MailHost } from '../../mail/host.ts';
import { REPLY_KEPT_DAYS } from '../../mail/reply/sent-once.ts';
import { createRememberOnce } from '../../mail/returned/remember-once.ts';
import { createSenderTokens } from '../../server/mail/adapters/sender-tokens.ts';
import { announceRise } from '../../server/payments/prices/price-rise-rules.ts';
import { quoteRenewal } from '../../server/payments/renewal/renewal-rules.ts';
import { writeHeartbeat } from '../../server/platform/jobs/heartbeat-store.ts';
import { compactAvailability, readStatus } from '../../server/status/availability-rules.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { Person } from '../support/api/person.ts';
import { Buyer } from '../support/payments/buyer.ts';
import { startPaypal, type TestPaypal } from '../support/payments/paypal.ts';
import { startServer, type TestServer } from '../support/server/test-server.ts';

// Promises of the terms and the privacy page on a moved clock. docs/operate.md lists them all with their tests.
const DAY = 24 * 3_600_000;
let paypal: TestPaypal;
let server: TestServer;
beforeAll(async () => {
  paypal = await startPaypal();
  server = await startServer({ PAYPAL_API_BASE: paypal.base });
});
afterAll(async () => {
  await server?.stop();
  await paypal?.stop();
});

describe('the status page', () => {
  const NOON = new Date('2027-03-10T12:00:30Z');
  const page = () => new Person(server).request('GET', '/status');
  const of = async (role: string, at = NOON) =>
    (await readStatus(server.db, at)).roles.find((one) => one.role === role) ?? expect.fail(`${role} is missing`);
  /** Adds every minute from one moment up to another, without it. */
  const ran = (role: string, from: string, to: string) =>
    sql`insert into role_minutes select ${role}, minute from generate_series(
      ${from}::timestamptz, ${to}::timestamptz - interval '1 minute', '1 minute') as minute`.execute(server.db);

  it('measures nothing before the first heartbeat, and runs no script', async () => {
    const { status, text, headers } = await page();
    expect(status).toBe(200);
    expect(text.match(/Not measured yet\./g)).toHaveLength(3);
    expect(text).toContain('A part does not run');
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
    expect(text).toContain('Everything runs');
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
    // In the same minute, in which the measurement would be repeated.
    expect((await page()).status).toBe(200);
  });

  it('counts the missing minutes since the first one, rounds down, and keeps its figures when days are summed up', async () => {
    await ran('http', '2027-03-08T06:00Z', '2027-03-09T01:00Z');
    await ran('http', '2027-03-09T01:14Z', '2027-03-10T12:00Z');
    // The present minute does not count, since it is not over.
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

  it('is summed up by the nightly job', async () => {
    const old = new Date(server.clock().getTime() - 3 * DAY).toISOString();
    await ran('mail', old, new Date(Date.parse(old) + 120_000).toISOString());
    await runNightlyJobs(server);
    expect((await sql`select from role_minutes`.execute(server.db)).rows).toHaveLength(0);
    expect((await sql`select from role_days where role = 'mail'`.execute(server.db)).rows).toHaveLength(1);
  });
});

describe('the rise of a price', () => {
  it('is mailed to the owners of its plan 30 days before their renewals cost more, and new handles cost it at once', async () => {
    const admin = await signedInAdmin(server);
    const buyer = new Buyer(server, paypal, 'risen');
    await buyer.buys();
    const deluxe = new Person(server);
    await deluxe.claim('owner-of-four', 'four@inbox.example');
    const ofFour = { handle: 'four', paid_until: new Date(server.clock().getTime() + 100 * DAY) };
    await server.db.updateTable('handles').set(ofFour).where('handle', '=', 'owner-of-four').execute();
    // Bought long ago: the first price is locked no more.
    const bought = { first_paid_at: new Date('2020-01-01') };
    await server.db.updateTable('handles').set(bought).where('handle', '=', 'risen').execute();
    await server.sentEmails();
    const plus = (await admin.request('GET', '/api/admin/packages')).body.find(
      ({ name }: { name: string }) => name === 'Plus',
    );
    // The buyer has another handle, whose price is locked for longer than the notice.
    const locked = { handle: 'fixed', paid_until: new Date(server.clock().getTime() + 50 * DAY) };
    const lock = {
      first_paid_at: new Date(server.clock().getTime() - 2 * 365 * DAY + 60 * DAY),
      first_price_cents: 299,
    };
    await server.db
      .insertInto('handles')
      .columns(['account_id', 'handle', 'paid_until', 'first_paid_at', 'first_price_cents'])
      .expression((from) =>
        from
          .selectFrom('handles')
          .select(({ val }) => [
            'account_id',
            val(locked.handle).as('handle'),
            val(locked.paid_until).as('paid_until'),
            val(lock.first_paid_at).as('first_paid_at'),
            val(lock.first_price_cents).as('first_price_cents'),
          ])
          .where('handle', '=', 'risen'),
      )
      .execute();
    const price = { name: 'Plus', price_yearly_usd_full: 20, price_yearly_usd_now: 7.99 };
    const preview = (body: object) => admin.request('POST', '/api/admin/packages/rises', body);
    const rise = { plan: 'Plus', before: 4.99, after: 7.99, emails: 1, from: expect.stringMatching(/Z$/) };
    expect(await preview({ id: plus.id, package: price })).toMatchObject({ status: 200, body: [rise] });
    expect((await preview({ id: plus.id, package: { ...price, price_yearly_usd_now: 4.98 } })).body).toEqual([]);
    expect((await preview({ id: plus.id, package: { ...price, price_yearly_usd_now: -1 } })).status).toBe(400);
    expect((await preview({ id: 999_999 })).status).toBe(404);
    expect(await server.sentEmails()).toEqual([]);
    expect((await admin.request('PUT', `/api/admin/packages/${plus.id}`, price)).status).toBe(200);

    const emails = await server.sentEmails();
    expect(emails.map(({ sentTo }) => sentTo)).toEqual([buyer.email]);
    const effective = server.clock().getTime() + 31 * DAY;
    const day = new Date(effective).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    expect(emails[0]?.text).toContain('$7.99 instead of $4.99');
    expect(emails[0]?.subject).toContain(day);
    expect(emails[0]?.text).toMatch(/risen: +\$7\.99 from .*: its price is not locked/);
    expect(emails[0]?.text).toMatch(/fixed: +\$2\.99: its price is locked until /);
    const fresh = new Buyer(server, paypal, 'freshly');
    expect((await fresh.order()).body.code).toBe('price_changed');

    const quote = async () => {
      const { id, account_id: accountId } = await server.db
        .selectFrom('handles')
        .select(['id', 'account_id'])
        .where('handle', '=', 'risen')
        .executeTakeFirstOrThrow();
      const context = { db: server.db, clock: server.clock, site: server.config.site } as Parameters<
        typeof quoteRenewal
      >[0];
      return (await quoteRenewal(context, { accountId: accountId ?? 0, id })).price;
    };
    expect(await quote()).toBe(4.99);
    server.advance(30 * DAY);
    expect(await quote()).toBe(4.99);
    server.advance(DAY);
    expect(await quote()).toBe(7.99);
    await server.db.updateTable('packages').set({ price_now_cents: 499 }).where('name', '=', 'Plus').execute();
  });

  it('announces nothing if a price falls, or if the plan stays as dear under another package', async () => {
    const admin = await signedInAdmin(server);
    const list = (await admin.request('GET', '/api/admin/packages')).body;
    const plus = list.find(({ name }: { name: string }) => name === 'Plus');
    const before = await server.db.selectFrom('price_rises').select('id').execute();
    await admin.request('PUT', `/api/admin/packages/${plus.id}`, {
      name: 'Plus',
      price_yearly_usd_full: 9,
      price_yearly_usd_now: 4.5,
    });
    expect(await server.db.selectFrom('price_rises').select('id').execute()).toEqual(before);
    // Deleting the package returns the plan to its default price, which is a rise.
    const rises = await admin.request('POST', '/api/admin/packages/rises', { id: plus.id });
    expect(rises.body).toMatchObject([{ plan: 'Plus', before: 4.5, after: 4.99 }]);
    expect((await admin.request('DELETE', `/api/admin/packages/${plus.id}`)).status).toBe(200);
    const after = await server.db.selectFrom('price_rises').select('cents_after').orderBy('id', 'desc').execute();
    expect([after.length, after[0]?.cents_after]).toEqual([before.length + 1, 499]);
  });

  it('mails the owners in batches, each account once', async () => {
    await sql`with people as (
        insert into accounts (email) select 'batch' || n || '@inbox.example' from generate_series(1, 501) as n returning id)
      insert into handles (handle, account_id, paid_until)
      select 'plus' || id || part, id, now() + interval '1 year' from people, unnest(array['a', 'b']) as part`.execute(
      server.db,
    );
    const { id: riseId } = await server.db
      .insertInto('price_rises')
      .values({
        plan: 'Plus',
        cents_before: 499,
        cents_after: 599,
        announced_at: server.clock(),
        effective_at: server.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const jobs = async () =>
      (await sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs`.execute(server.db)).rows;
    await sql`delete from graphile_worker._private_jobs`.execute(server.db);
    await announceRise(server.db, { riseId, after: 0 });
    const first = await jobs();
    expect(first.filter(({ name }) => name === 'send-letter')).toHaveLength(500);
    expect(first.filter(({ name }) => name === 'announce-price-rise')).toHaveLength(1);
    await sql`delete from graphile_worker._private_jobs where task_id <> (
      select id from graphile_worker._private_tasks where identifier = 'announce-price-rise')`.execute(server.db);
    const { payload } =
      (
        await sql<{ payload: { riseId: number; after: number } }>`
      select payload from graphile_worker._private_jobs`.execute(server.db)
      ).rows[0] ?? expect.fail('no job');
    await sql`delete from graphile_worker._private_jobs`.execute(server.db);
    await announceRise(server.db, payload);
    // The last of 501, and the buyer of another test unless it was in the first batch.
    const rest = (await jobs()).map(({ name }) => name);
    expect(rest).toEqual(['send-letter', 'send-letter']);
    await sql`delete from graphile_worker._private_jobs`.execute(server.db);
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

it('forgets people who were only named in mail after a year, and not before', async () => {
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
  const clock = { now: server.clock };
  const log = { warn: () => expect.fail('the reply was not stored') } as unknown as MailHost['log'];
  const sentOnce = createRememberOnce({ senderTokens: createSenderTokens(server.pool), clock, log }, REPLY_KEPT_DAYS);
  await sentOnce.add('a reply');
  const left = async () => (await server.db.selectFrom('mail_sender_tokens').select('token').execute()).length;
  server.advance(179 * DAY);
  await runNightlyJobs(server);
  expect([await left(), await sentOnce.has('a reply')]).toEqual([1, true]);
  server.advance(2 * DAY);
  await runNightlyJobs(server);
  expect(await left()).toBe(0);
});

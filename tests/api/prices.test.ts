import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { PRICES_CHANNEL } from '../../server/payments/prices/package-rules.ts';
import { announceRise } from '../../server/payments/prices/price-rise-rules.ts';
import { quoteRenewal } from '../../server/payments/renewal/renewal-rules.ts';
import { listen } from '../../server/platform/db/change-notifications.ts';
import type { Logger } from '../../server/platform/log/log.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { Person } from '../support/api/person.ts';
import { Buyer } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));
let admin: Person;
beforeAll(async () => {
  admin = await signedInAdmin(server);
});

const acts = async (limit = 1) => (await admin.request('GET', `/api/admin/audit?limit=${limit}`)).body;
const gold = { name: 'Gold', price_yearly_usd_full: 19.99, price_yearly_usd_now: 9.5 };

describe('packages', () => {
  const priceOf = async (name: string) =>
    (await admin.request('GET', '/api/packages')).body.find((one: { name: string }) => one.name === name);

  it('creates, changes and deletes packages with exact prices, and logs the previous values in the audit log', async () => {
    const made = await admin.request('POST', '/api/admin/packages', gold);
    expect([made.status, made.body]).toEqual([201, { id: expect.any(Number), version: expect.any(String), ...gold }]);
    const { id } = made.body;
    expect((await admin.request('GET', '/api/admin/packages')).body.at(-1)).toMatchObject({ id, ...gold });
    expect(await priceOf('Gold')).toEqual(gold);
    const changed = { name: 'Gold', price_yearly_usd_full: 0.29, price_yearly_usd_now: 0.07 };
    expect((await admin.request('PUT', `/api/admin/packages/${id}`, changed)).body).toMatchObject({ id, ...changed });
    expect(await priceOf('Gold')).toEqual(changed);
    expect((await admin.request('DELETE', `/api/admin/packages/${id}`)).status).toBe(200);
    expect(await priceOf('Gold')).toBeUndefined();
    expect((await admin.request('DELETE', `/api/admin/packages/${id}`)).status).toBe(404);
    expect((await admin.request('PUT', `/api/admin/packages/${id}`, changed)).status).toBe(404);
    const target = `package ${id} (Gold)`;
    expect(await acts(3)).toMatchObject([
      { act: 'delete', target, before: changed, after: null, actor: 'admin@example.test' },
      { act: 'change', target, before: gold, after: changed },
      { act: 'create', target, before: null, after: gold },
    ]);
  });

  it('uses the default price when a standard package is renamed or deleted', async () => {
    const [, plus] = (await admin.request('GET', '/api/admin/packages')).body;
    expect(plus.name).toBe('Plus');
    const dearer = { name: 'Plus', price_yearly_usd_full: 20, price_yearly_usd_now: 10 };
    await admin.request('PUT', `/api/admin/packages/${plus.id}`, dearer);
    expect(await priceOf('Plus')).toEqual(dearer);
    await admin.request('PUT', `/api/admin/packages/${plus.id}`, { ...dearer, name: 'Plus Two' });
    expect(await priceOf('Plus')).toMatchObject({ price_yearly_usd_now: 4.99 });
    await admin.request('DELETE', `/api/admin/packages/${plus.id}`);
    expect(await priceOf('Plus')).toMatchObject({ price_yearly_usd_now: 4.99 });
    await admin.request('POST', '/api/admin/packages', {
      ...dearer,
      price_yearly_usd_full: 9.99,
      price_yearly_usd_now: 4.99,
    });
  });

  it('shows a changed price in the HTML of / and /create of every process, and no discount between equal prices', async () => {
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const changes = listen({
      url: server.url,
      pool: server.pool,
      log: server.app.log as Logger,
      channels: { [PRICES_CHANNEL]: () => server.livePrices.changed() },
      onGap: (isListening) => isListening && resolve(),
    });
    await listening;
    const html = async () => {
      const [landing, claim] = [await admin.request('GET', '/'), await new Person(server).request('GET', '/create')];
      expect(landing.status).toBe(302);
      return [(await new Person(server).request('GET', '/')).text, claim.text];
    };
    const plus = (await admin.request('GET', '/api/admin/packages')).body.find(
      (one: { name: string }) => one.name === 'Plus',
    );
    const setPlus = (now: number, full: number) =>
      admin.request('PUT', `/api/admin/packages/${plus.id}`, {
        name: 'Plus',
        price_yearly_usd_now: now,
        price_yearly_usd_full: full,
      });
    for (const text of await html()) expect(text).toContain('$4.99');
    await setPlus(3.21, 6.42);
    await vi.waitFor(async () => {
      for (const text of await html())
        expect(text).toMatch(/\$3\.21[\s\S]*<s>[^$]*\$6\.42<\/s>|<s>[^$]*\$6\.42<\/s>[\s\S]*\$3\.21/);
    });
    await setPlus(4, 4);
    await vi.waitFor(async () => {
      for (const text of await html()) {
        expect(text).toContain('$4<');
        expect(text).not.toMatch(/\$4\.99|\$9\.99|\$6\.42/);
        // The two other paid plans keep their reference price.
        expect(text.match(/<s>/g)?.length).toBeLessThanOrEqual(2);
      }
    });
    await setPlus(4.99, 9.99);
    await changes.stop();
  });

  it.each([
    [{ price_yearly_usd_now: -1 }, ['price_yearly_usd_now'], 'The current price cannot be negative'],
    [{ price_yearly_usd_full: 1e9 }, ['price_yearly_usd_full'], 'The full price cannot be above $100,000'],
    [{ price_yearly_usd_now: 4.999 }, ['price_yearly_usd_now'], 'The current price cannot have parts of a cent'],
    [{ price_yearly_usd_now: 20 }, ['price_yearly_usd_now'], 'The current price cannot be above the full price'],
    [{ price_yearly_usd_now: '9' }, ['price_yearly_usd_now'], 'The current price must be a number'],
    [{ name: '  ' }, ['name'], 'The name cannot be empty'],
    [{ name: 'x'.repeat(51) }, ['name'], 'The name can have at most 50 characters'],
    [{ name: 'dELUXE' }, ['name'], 'There is already a package named dELUXE'],
    [
      { name: '', price_yearly_usd_full: -1 },
      ['name', 'price_yearly_usd_full', 'price_yearly_usd_now'],
      'The name cannot be empty',
    ],
  ])('rejects a package with %j, and lists every invalid field', async (fault, paths, message) => {
    const before = (await admin.request('GET', '/api/admin/packages')).body;
    for (const [method, url] of [
      ['POST', '/api/admin/packages'],
      ['PUT', `/api/admin/packages/${before[0].id}`],
    ] as const) {
      const response = await admin.request(method, url, { ...gold, ...fault });
      expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
      expect(response.body.errors.map(({ path }: { path: string }) => path)).toEqual(paths);
      expect(response.body.errors[0].message).toBe(message);
    }
    expect((await admin.request('GET', '/api/admin/packages')).body).toEqual(before);
  });
});

describe('the rise of a price', () => {
  it('the rise of a price is mailed to the owners of its plan 30 days before their renewals cost more, and applies to new handles immediately', async () => {
    // Other tests also raised prices.
    await server.db.deleteFrom('price_rises').execute();
    const buyer = new Buyer(server, paypal, 'risen');
    await buyer.buys();
    const deluxe = new Person(server);
    await deluxe.claim('owner-of-four', 'four@inbox.example');
    const ofFour = { handle: 'four', paid_until: new Date(server.clock().getTime() + 100 * DAY) };
    await server.db.updateTable('handles').set(ofFour).where('handle', '=', 'owner-of-four').execute();
    // Bought long ago, so the first price is no longer locked.
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
      return (await quoteRenewal(context, { account: { id: accountId ?? 0 }, id, right: 'own' })).price;
    };
    expect(await quote()).toBe(4.99);
    server.advance(30 * DAY);
    expect(await quote()).toBe(4.99);
    server.advance(DAY);
    expect(await quote()).toBe(7.99);
    await server.db.updateTable('packages').set({ price_now_cents: 499 }).where('name', '=', 'Plus').execute();
  });

  it('announces nothing if a price falls, or if another package keeps the price of the plan', async () => {
    // The clock was moved beyond the end of the earlier session.
    admin = await signedInAdmin(server);
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

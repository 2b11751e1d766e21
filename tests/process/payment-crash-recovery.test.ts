import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailsTo } from '../support/mail/outbox.ts';
import { PLUS } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { type App, startApp } from '../support/server/app-process.ts';
import { useDatabase } from '../support/server/test-database.ts';

/** Options of tests that kill at points that `npm test` omits. */
const LONG = { tags: ['long'] };
let dataDir: string;
let app: App;
const paypal = usePaypal();
const database = useDatabase();

// PayPal, the database and the folder outlive the killed process. A test continues with the last process of the test before
// it, and looks only at later rows.
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'nameplate-kill-'));
  app = await start();
});
afterAll(async () => {
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let claim: { handle: string; email: string };
let tests = 0;
/** The state before the test: the last payment and handle, and the number of orders at PayPal. */
let before: { payment: number; handle: number; orders: number };
beforeEach(async () => {
  tests += 1;
  claim = { handle: `killed${tests}`, email: `killed${tests}@buyer.example` };
  const [last] = await query(
    'select (select coalesce(max(id), 0) from payments) as payment, (select coalesce(max(id), 0) from handles) as handle',
  );
  before = { payment: Number(last?.payment), handle: Number(last?.handle), orders: paypal.orders.all.size };
});

const start = () => {
  const settings = { PAYPAL_API_BASE: paypal.base, PAYPAL_TIMEOUT_SECONDS: '2', RATE_LIMITS: 'off' };
  return startApp({ dataDir, env: { DATABASE_URL: database.url, ...settings } });
};

async function post(where: string, body?: object): Promise<{ status: number; body: { id: string; code?: string } }> {
  const response = await fetch(app.url + where, {
    method: 'POST',
    headers: { origin: app.url, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { id: string } };
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const states = async () =>
  (await query(`select state from payments where id > ${before.payment} order by id`)).map(({ state }) => state);
/** Returns the handles that were claimed. */
const claimed = async () =>
  (await query(`select handle from handles where account_id is not null and id > ${before.handle}`)).map(
    ({ handle }) => handle,
  );

/** Waits until the only payment has this state. */
async function comesTo(state: string): Promise<void> {
  await expect.poll(states).toEqual([state]);
}

async function expectOneGrant(orderId: string): Promise<void> {
  await comesTo('granted');
  expect(paypal.orders.get(orderId).capture?.status).toBe('COMPLETED');
  expect(await claimed()).toEqual([claim.handle]);
  expect(await states()).toHaveLength(1);
  const again = await post('/api/complete-paid-registration', { ...claim, plan: 'Plus', paymentId: orderId });
  expect(again.status).toBe(200);
  await expect.poll(() => mailsTo(app, claim.email)).toHaveLength(1);
}

async function approvedOrder(): Promise<string> {
  const order = await post('/paypal/order', { ...PLUS, ...claim });
  expect(order.status).toBe(200);
  paypal.orders.approve(order.body.id);
  return order.body.id;
}

/** Kills the process when it sends this request to PayPal, before or after PayPal executes it, and starts it again. */
async function killAt(
  method: string,
  end: string,
  when: 'before' | 'after',
  act: () => Promise<unknown>,
): Promise<void> {
  const victim = app;
  let killed: Promise<void> | undefined;
  paypal.changeResponses((call, body) => {
    if (killed || call.method !== method || !call.path.endsWith(end)) return body;
    killed = victim.kill();
    return 'hang';
  });
  const capture = when === 'before' ? paypal.orders.capture : undefined;
  if (capture) {
    paypal.orders.capture = () => {
      throw new Error('the process dies before PayPal does it');
    };
  }
  await act().catch(() => {});
  expect(killed, `no ${method} ${end}`).toBeDefined();
  await killed;
  if (capture) paypal.orders.capture = capture;
  paypal.resetResponses();
  app = await start();
}

it('lets the person capture again after kill -9 between approval and capture', LONG, async () => {
  const id = await approvedOrder();
  await app.kill();
  app = await start();
  expect((await post(`/paypal/order/${id}/capture`)).status).toBe(200);
  await expectOneGrant(id);
});

it('lets the person order again after kill -9 during the order, and keeps one payable order', LONG, async () => {
  await killAt('POST', '/v2/checkout/orders', 'after', () => post('/paypal/order', { ...PLUS, ...claim }));
  const id = await approvedOrder();
  expect(paypal.orders.all.size).toBe(before.orders + 1);
  expect((await post(`/paypal/order/${id}/capture`)).status).toBe(200);
  await expectOneGrant(id);
});

for (const when of ['before', 'after'] as const) {
  const title = `grants the handle after the restart after kill -9 ${when} PayPal executes the capture (attack 9)`;
  it(title, when === 'after' ? {} : LONG, async () => {
    const id = await approvedOrder();
    await killAt('POST', '/capture', when, () => post(`/paypal/order/${id}/capture`));
    await expectOneGrant(id);
  });
}

it('grants the handle once it restarts after kill -9 between capture and grant (attack 9)', LONG, async () => {
  const id = await approvedOrder();
  expect((await post(`/paypal/order/${id}/capture`)).status).toBe(200);
  await app.kill();
  expect(await states()).toEqual(['captured']);
  app = await start();
  await expectOneGrant(id);
});

it('grants once and sends at most one receipt after kill -9 right after the grant', LONG, async () => {
  const id = await approvedOrder();
  await post(`/paypal/order/${id}/capture`);
  expect((await post('/api/complete-paid-registration', { ...claim, plan: 'Plus', paymentId: id })).status).toBe(200);
  await app.kill();
  const mailed = await mailsTo(app, claim.email);
  app = await start();
  expect(await states()).toEqual(['granted']);
  expect(await claimed()).toEqual([claim.handle]);
  expect(mailed.length).toBeLessThanOrEqual(1);
});

it('refunds once after kill -9 during the refund of a payment for an unavailable handle', LONG, async () => {
  const { id } = (await post('/paypal/order', PLUS)).body;
  paypal.orders.approve(id);
  expect((await post(`/paypal/order/${id}/capture`)).status).toBe(200);
  const reserved = { ...claim, handle: 'billing', plan: 'Plus', paymentId: id };
  await killAt('POST', '/refund', 'after', () => post('/api/complete-paid-registration', reserved));
  await comesTo('refunded');
  expect(paypal.orders.get(id).capture?.status).toBe('REFUNDED');
  expect((await post('/api/complete-paid-registration', reserved)).body.code).toBe('handle_gone_refunded');
  expect(await claimed()).toEqual([]);
});

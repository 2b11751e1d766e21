import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planForHandle } from '../../contract/payments/plans.ts';
import { MINUTE } from '../../contract/time.ts';
import { Person } from '../support/api/person.ts';
import { Buyer, ledger, ownerOf, PLUS } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { startServer, type TestServer, useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));

it('gives the handle to a person who corrects the email address before paying, and voids the first order', async () => {
  const buyer = new Buyer(server, paypal, 'mended', 'wrong@buyer.example');
  const first = await buyer.approved();
  const { id } = (await buyer.order({ email: 'right@buyer.example' })).body;
  expect(id).not.toBe(first);
  expect((await buyer.capture(first)).body.code).toBe('payment_lapsed');
  expect(paypal.orders.get(first).capture).toBeUndefined();

  paypal.orders.approve(id);
  expect((await buyer.capture(id)).status).toBe(200);
  expect((await buyer.complete(id, { email: 'right@buyer.example' })).status).toBe(200);
  expect(await ownerOf(server, 'mended')).toBe('right@buyer.example');
});

it('does not void an order that was captured', async () => {
  const buyer = new Buyer(server, paypal, 'taken1');
  const id = await buyer.approved();
  expect((await buyer.capture(id)).status).toBe(200);
  expect((await buyer.order({ email: 'other@buyer.example' })).body.code).toBe('handle_taken');
  expect((await ledger(server, id)).state).toBe('captured');
  expect((await buyer.complete(id)).status).toBe(200);
});

it('keeps two holds of one browser, and lets the earlier one be ordered for another address', async () => {
  const buyer = new Buyer(server, paypal, 'tabone');
  const first = await buyer.approved();
  const body = { ...PLUS, handle: 'tabtwo', email: buyer.email };
  expect((await buyer.request('POST', '/paypal/order', body)).status).toBe(200);
  for (const handle of ['tabone', 'tabtwo']) {
    expect((await buyer.request('GET', `/api/check-handle/${handle}`)).body).toEqual({ available: true });
    const stranger = await new Person(server).request('GET', `/api/check-handle/${handle}`);
    expect(stranger.body).toEqual({ available: false, reason: 'taken' });
  }
  const corrected = await buyer.order({ email: 'mended@buyer.example' });
  expect(corrected.status).toBe(200);
  expect((await ledger(server, first)).state).toBe('lapsed');
  expect((await buyer.request('GET', '/api/check-handle/tabtwo')).body).toEqual({ available: true });
});

it('gives another browser with the same handle and address the order, but neither the secret nor the hold', async () => {
  const buyer = new Buyer(server, paypal, 'stolen');
  const id = await buyer.approved();
  const thief = new Buyer(server, paypal, 'stolen', buyer.email);
  const known = await thief.order();
  expect(known.body).toEqual({ id });
  expect(known.headers['set-cookie']).toBeUndefined();
  const [secret = ''] = buyer.cookies.values();
  const { reference } = await ledger(server, id);
  expect(secret).not.toContain(reference);
  expect((await thief.order({ email: 'thief@buyer.example' })).body.code).toBe('handle_taken');
  expect((await thief.request('GET', '/api/check-handle/stolen')).body.available).toBe(false);
  expect((await buyer.capture(id)).status).toBe(200);
  expect((await buyer.complete(id)).status).toBe(200);
  expect(await ownerOf(server, 'stolen')).toBe(buyer.email);
});

it("does not release another browser's hold for its own cookie, a payment reference or a forged cookie", async () => {
  const buyer = new Buyer(server, paypal, 'others');
  const { id } = (await buyer.order()).body;
  const { reference } = await ledger(server, id);
  const rival = new Buyer(server, paypal, 'others', 'rival@buyer.example');
  const body = { ...PLUS, handle: rival.handle, email: rival.email };
  for (const forged of ['', 'no-reference', '%00', '00000000-0000-4000-8000-000000000000', reference]) {
    const reply = await rival.request('POST', '/paypal/order', body, { cookie: `nameplate-hold=${forged}` });
    expect(reply.body.code).toBe('handle_taken');
  }
  expect((await rival.request('POST', '/paypal/order', { ...body, handle: 'another' })).status).toBe(200);
  expect((await rival.order()).body.code).toBe('handle_taken');
  expect((await ledger(server, id)).state).toBe('created');
});

it('replaces a secret without a hold by a new one', async () => {
  const planted = 'planted-by-somebody-who-knows-it-0123456789';
  const body = { ...PLUS, handle: 'planted', email: 'planted@buyer.example' };
  const reply = await new Person(server).request('POST', '/paypal/order', body, {
    cookie: `nameplate-hold=${planted}`,
  });
  expect(reply.status).toBe(200);
  expect(String(reply.headers['set-cookie'])).toMatch(
    /^nameplate-hold=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(String(reply.headers['set-cookie'])).not.toContain(planted);
});

describe('with limits per network', () => {
  let limited: TestServer;
  beforeAll(async () => {
    limited = await startServer({
      PAYPAL_API_BASE: paypal.base,
      RATE_LIMITS: 'on',
      PUBLIC_URL: 'https://handles.example',
      ALLOW_PUBLIC_LOCAL_MODE: 'yes',
      TRUST_PROXY: '127.0.0.1',
    });
  });
  afterAll(() => limited?.stop());

  const amounts = { Plus: '4.99', Deluxe: '49.99', Vanity: '499.99', Free: '0' };
  let addresses = 0;
  async function order(handle: string, network: string) {
    addresses += 1;
    const response = await limited.app.inject({
      method: 'POST',
      url: '/paypal/order',
      headers: { host: 'handles.example', origin: 'https://handles.example', 'x-forwarded-for': network },
      payload: {
        ...PLUS,
        amount: amounts[planForHandle(handle)],
        handle,
        email: `buyer-${addresses}@buyer.example`,
      },
    });
    const { statusCode: status, headers } = response;
    return { status, headers, body: response.json() };
  }

  it('limits a network to two held Vanity handles and ten holds for 15 minutes, without affecting other networks', async () => {
    const network = '192.0.2.1';
    const responses = await Promise.all(['b', 'c', 'd', 'f', 'g'].map((handle) => order(handle, network)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'too_many_holds', message: expect.stringContaining('15 minutes') });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(800);
    const eight = await Promise.all(Array.from({ length: 8 }, (_, number) => order(`plusone-${number}`, network)));
    expect(eight.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await order('plusone-8', network)).body.code).toBe('too_many_holds');
    expect((await order('h', '192.0.2.2')).status).toBe(200);
    expect((await order('k', '2001:db8:0:1::1')).status).toBe(200);
    expect((await order('m', '2001:db8:0:1::2')).status).toBe(200);
    expect((await order('n', '2001:db8:0:1::3')).status).toBe(429);
    expect((await order('n', '2001:db8:0:2::3')).status).toBe(200);
    limited.advance(15 * MINUTE + 1000);
    expect((await order('d', network)).status).toBe(200);
  });

  it('does not count captured payments towards the network limit', async () => {
    const network = '192.0.2.77';
    const [one, other] = [await order('p', network), await order('r', network)];
    expect([one.status, other.status, (await order('s', network)).status]).toEqual([200, 200, 429]);
    paypal.orders.approve(one.body.id, 'pending');
    await limited.app.inject({
      method: 'POST',
      url: `/paypal/order/${one.body.id}/capture`,
      headers: { origin: 'https://handles.example' },
    });
    expect((await order('s', network)).status).toBe(200);
    expect((await order('p', '192.0.2.78')).body.code).toBe('handle_taken');
  });

  it('restricts the cookie to this host', async () => {
    const { headers } = await order('hostonly', '192.0.2.99');
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-nameplate-hold=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});

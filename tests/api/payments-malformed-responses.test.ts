import { afterEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { Buyer, expectBalanced, ledger, mailTo, ownerOf, PLUS, reconcile } from '../support/payments/buyer.ts';
import { type ResponseChange, usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base, PAYPAL_TIMEOUT_SECONDS: '2' }));
afterEach(() => paypal.resetResponses());

let count = 0;
const newBuyer = () => new Buyer(server, paypal, `hostile-${++count}`.slice(0, 10));

/** Changes the order in every response that contains one. */
const inOrders =
  (change: (order: { purchase_units: Record<string, unknown>[]; id: string }) => void): ResponseChange =>
  (_call, body) => {
    if (body.purchase_units) change(body);
    return body;
  };

describe('an order that differs from the one we created', () => {
  const deviations: [string, ResponseChange][] = [
    [
      'another amount',
      inOrders(({ purchase_units: [unit] }) =>
        Object.assign(unit ?? {}, { amount: { currency_code: 'USD', value: '1.00' } }),
      ),
    ],
    [
      'another currency',
      inOrders(({ purchase_units: [unit] }) =>
        Object.assign(unit ?? {}, { amount: { currency_code: 'JPY', value: '4.99' } }),
      ),
    ],
    [
      'another payee',
      inOrders(({ purchase_units: [unit] }) => Object.assign(unit ?? {}, { payee: { merchant_id: 'THIEF22222222' } })),
    ],
    ['no payee', inOrders(({ purchase_units: [unit] }) => Object.assign(unit ?? {}, { payee: undefined }))],
    [
      'another reference',
      inOrders(({ purchase_units: [unit] }) => Object.assign(unit ?? {}, { custom_id: 'somebody-else' })),
    ],
    ['another id', inOrders((order) => Object.assign(order, { id: '5O190127TN364715T' }))],
    ['two purchase units', inOrders((order) => order.purchase_units.push({ ...order.purchase_units[0] }))],
  ];

  for (const [at, [what, bend]] of deviations.entries()) {
    const options = { tags: at === 0 ? [] : ['long'] };
    it(`neither captures nor grants an order with ${what} (attack 7)`, async () => {
      const buyer = newBuyer();
      const id = await buyer.approved();
      paypal.changeResponses(bend);
      expect((await buyer.capture(id)).body.code).toBe('payment_differs');
      expect(paypal.orders.get(id).capture).toBeUndefined();
      expect((await buyer.complete(id)).status).toBe(409);
      expect(await ownerOf(server, buyer.handle)).toBeUndefined();
      // The handle is available to others immediately.
      expect((await new Buyer(server, paypal, buyer.handle, `next-${buyer.email}`).order()).status).toBe(200);
    });

    it(`refunds and does not grant an order if only the capture response has ${what} (attack 7)`, options, async () => {
      const buyer = newBuyer();
      const id = await buyer.approved();
      paypal.changeResponses((call, body) => (body.status === 'COMPLETED' ? bend(call, body) : body));
      expect((await buyer.capture(id)).status).toBe(409);
      expect((await buyer.complete(id)).status).toBe(409);
      expect(await ownerOf(server, buyer.handle)).toBeUndefined();
      paypal.resetResponses();
      await reconcile(server);
      expect(paypal.orders.get(id).capture?.status).toBe('REFUNDED');
      expect((await ledger(server, id)).state).toBe('refunded');
    });
  }

  it('rejects an order at creation if it pays another merchant', async () => {
    await newBuyer().buys();
    const buyer = newBuyer();
    paypal.changeResponses(
      inOrders(({ purchase_units: [unit] }) => Object.assign(unit ?? {}, { payee: { merchant_id: 'THIEF22222222' } })),
    );
    expect((await buyer.order()).status).toBe(503);
    paypal.resetResponses();
    expect((await buyer.order()).status).toBe(200);
  });
});

it('rejects the capture of another order (attack 8)', async () => {
  const first = newBuyer();
  const paid = await first.buys();
  const buyer = newBuyer();
  const id = await buyer.approved();
  const { capture } = paypal.orders.get(paid);
  paypal.changeResponses((_call, body) => {
    if (body.status === 'COMPLETED' && body.purchase_units)
      body.purchase_units[0].payments.captures[0].id = capture?.id;
    return body;
  });
  await buyer.capture(id);
  expect((await buyer.complete(id)).status).toBe(409);
  expect(await ownerOf(server, buyer.handle)).toBeUndefined();
  expect(await ownerOf(server, first.handle)).toBe(first.email);
});

it("accepts PayPal's default minimal capture response", async () => {
  const buyer = newBuyer();
  const id = await buyer.approved();
  paypal.changeResponses((call, body) => {
    if (!call.path.endsWith('/capture')) return body;
    const [{ payments, reference_id }] = body.purchase_units;
    return { id: body.id, status: body.status, purchase_units: [{ reference_id, payments }], links: body.links };
  });
  expect((await buyer.capture(id)).status).toBe(200);
  paypal.changeResponses((call, body) =>
    call.path.endsWith('/capture') ? { id: body.id, status: body.status } : body,
  );
  const next = newBuyer();
  const other = await next.approved();
  expect((await next.capture(other)).status).toBe(200);
  for (const [who, order] of [
    [buyer, id],
    [next, other],
  ] as const) {
    expect((await who.complete(order)).status).toBe(200);
  }
});

it('checks with PayPal before it reports a payment as declined', async () => {
  const buyer = newBuyer();
  const id = await buyer.approved();
  const refusal = { changedStatus: 422, name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'INSTRUMENT_DECLINED' }] };
  paypal.changeResponses((call, body) => (call.path.endsWith('/capture') ? refusal : body));
  expect((await buyer.capture(id)).body).toEqual({ id });
  expect((await buyer.complete(id)).status).toBe(200);
});

it('compares an amount that only the capture contains', async () => {
  const buyer = newBuyer();
  const id = await buyer.approved();
  paypal.changeResponses((_call, body) => {
    const capture = body.purchase_units?.[0]?.payments?.captures?.[0];
    if (capture) capture.amount = { currency_code: 'USD', value: '0.01' };
    return body;
  });
  expect((await buyer.capture(id)).body.code).toBe('payment_differs');
  expect((await buyer.complete(id)).status).toBe(409);
  paypal.resetResponses();
  await reconcile(server);
  expect(paypal.orders.get(id).capture?.status).toBe('REFUNDED');
});

describe('missing responses from PayPal', () => {
  it('queries the order if a capture request gets no response', async () => {
    const buyer = newBuyer();
    const id = await buyer.approved('no-response');
    expect((await buyer.capture(id)).body).toEqual({ id });
    expect((await buyer.complete(id)).status).toBe(200);
    expect(paypal.count('POST', `${id}/capture`)).toBe(1);
  });

  it('asks the person not to pay again if the query gets no response either, and completes the payment in a job', async () => {
    const buyer = newBuyer();
    const id = await buyer.approved('no-response');
    paypal.changeResponses((_call, body) => (paypal.orders.get(id).capture ? 'hang' : body));
    const response = await buyer.capture(id);
    expect([response.status, response.body.code]).toEqual([503, 'payment_unsettled']);
    expect((await buyer.complete(id)).body.code).toBe('payment_unsettled');
    paypal.resetResponses();
    await server.sentEmails();
    await reconcile(server);
    expect(await ownerOf(server, buyer.handle)).toBe(buyer.email);
    expect(await mailTo(server, buyer.email)).toHaveLength(1);
    expect((await buyer.complete(id)).status).toBe(200);
  });

  for (const [what, response] of [
    ['status 500', 500],
    ['malformed JSON', 'Bad Gateway <html>'],
    ['JSON without an order', { hello: true }],
    ['no response', 'hang'],
  ] as const) {
    const options = { tags: what === 'status 500' ? [] : ['long'] };
    it(`queries the order in a job and completes the payment once after ${what} to the capture`, options, async () => {
      const buyer = newBuyer();
      const id = await buyer.approved();
      paypal.changeResponses((call, body) => (call.path.endsWith('/capture') ? response : body));
      // The money was taken, which a query of the order shows.
      expect((await buyer.capture(id)).body).toEqual({ id });
      expect((await buyer.complete(id)).status).toBe(200);
    });

    it(`takes no money and works on a later attempt after ${what} to every request`, options, async () => {
      const buyer = newBuyer();
      const id = await buyer.approved();
      paypal.changeResponses(() => response);
      expect((await buyer.capture(id)).status).toBe(503);
      expect((await buyer.request('GET', '/paypal/setup')).status).toBe(503);
      expect((await newBuyer().order()).status).toBe(503);
      expect(paypal.orders.get(id).capture).toBeUndefined();
      paypal.resetResponses();
      expect((await buyer.capture(id)).status).toBe(200);
      expect((await buyer.complete(id)).status).toBe(200);
    });
  }

  it('renews an access token that PayPal rejects', async () => {
    const buyer = newBuyer();
    const id = await buyer.approved();
    let refused = false;
    paypal.changeResponses((call, body) => {
      if (refused || call.path.includes('token')) return body;
      refused = true;
      return 401;
    });
    expect((await buyer.capture(id)).status).toBe(200);
    expect((await buyer.complete(id)).status).toBe(200);
  });

  it('retries a refund until it succeeds', async () => {
    const buyer = newBuyer();
    const { id } = (await buyer.request('POST', '/paypal/order', PLUS)).body;
    paypal.orders.approve(id);
    await buyer.capture(id);
    paypal.changeResponses((call, body) =>
      call.path.endsWith('/refund') || call.path.includes('/captures/') ? 500 : body,
    );
    expect((await buyer.complete(id, { handle: 'billing' })).body.code).toBe('handle_gone_refunded');
    expect((await ledger(server, id)).state).toBe('refunding');
    await reconcile(server);
    expect((await ledger(server, id)).state).toBe('refunding');
    paypal.resetResponses();
    await reconcile(server);
    expect((await ledger(server, id)).state).toBe('refunded');
    expect(paypal.orders.get(id).capture?.status).toBe('REFUNDED');
  });
});

it('takes no money for a declined payment, and lets the person pay another way', async () => {
  const buyer = newBuyer();
  const id = await buyer.approved('decline');
  const response = await buyer.capture(id);
  expect([response.status, response.body.code]).toEqual([402, 'payment_declined']);
  expect((await buyer.complete(id)).body.code).toBe('payment_open');
  paypal.orders.approve(id, 'complete');
  expect((await buyer.capture(id)).status).toBe(200);
  expect((await buyer.complete(id)).status).toBe(200);
});

it('ends each capture of this file as exactly one grant or one refund', async () => {
  server.advance(2 * HOUR);
  await reconcile(server);
  await expectBalanced(server, paypal);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { Buyer, ledger, ownerOf, PLUS } from '../setup/buyer.ts';
import { startPaypal, type TestPaypal } from '../setup/paypal.ts';
import { startServer, type TestServer } from '../setup/server.ts';

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

it('who mends the address before paying gets the handle; the first order takes no money any more', async () => {
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

it('an order that money was taken for is not given up', async () => {
  const buyer = new Buyer(server, paypal, 'taken1');
  const id = await buyer.approved();
  expect((await buyer.capture(id)).status).toBe(200);
  expect((await buyer.order({ email: 'other@buyer.example' })).body.code).toBe('handle_taken');
  expect((await ledger(server, id)).state).toBe('captured');
  expect((await buyer.complete(id)).status).toBe(200);
});

it("another browser's order, and a cookie that is none of ours, give up nothing", async () => {
  const buyer = new Buyer(server, paypal, 'others');
  const { id } = (await buyer.order()).body;
  const rival = new Buyer(server, paypal, 'others', 'rival@buyer.example');
  for (const forged of ['', 'no-reference', '%00', '00000000-0000-4000-8000-000000000000']) {
    const body = { ...PLUS, handle: rival.handle, email: rival.email };
    const answer = await rival.ask('POST', '/paypal/order', body, { cookie: `nameplate-hold=${forged}` });
    expect(answer.body.code).toBe('handle_taken');
  }
  expect((await ledger(server, id)).state).toBe('created');
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer, expectBalanced, ledger, mailTo, ownerOf, PLUS, settle } from '../setup/buyer.ts';
import { startPaypal, type TestPaypal } from '../setup/paypal.ts';
import { startServer, type TestServer } from '../setup/server.ts';

const HOUR = 3_600_000;
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

let count = 0;
const newBuyer = () => new Buyer(server, paypal, `left-${++count}`);

describe('a window that was closed', () => {
  it('before the capture: what was approved with us is captured and granted', async () => {
    const buyer = newBuyer();
    const id = await buyer.approved();
    server.pass(6 * 60_000);
    await settle(server, false);
    expect(await ownerOf(server, buyer.handle)).toBe(buyer.email);
    expect((await ledger(server, id)).state).toBe('granted');
    expect((await buyer.complete(id)).status).toBe(200);
  });

  it('after the capture: granted', async () => {
    const buyer = newBuyer();
    const id = await buyer.approved();
    await buyer.capture(id);
    await settle(server);
    expect(await ownerOf(server, buyer.handle)).toBe(buyer.email);
    expect((await ledger(server, id)).state).toBe('granted');
  });

  it('after the capture of an order that never said what it is for: returned', async () => {
    const buyer = newBuyer();
    const { id } = (await buyer.ask('POST', '/paypal/order', PLUS)).body;
    paypal.orders.approve(id);
    await buyer.capture(id);
    await settle(server);
    expect((await ledger(server, id)).state).toBe('captured');
    server.pass(2 * HOUR);
    await server.letters();
    await settle(server);
    expect((await ledger(server, id)).state).toBe('refunded');
    expect(await mailTo(server, 'payer@example.test')).toHaveLength(1);
    expect((await buyer.complete(id)).body.code).toBe('payment_refunded');
  });

  it('without approval: the order lapses', async () => {
    const buyer = newBuyer();
    const { id } = (await buyer.order()).body;
    server.pass(5 * HOUR);
    await settle(server, false);
    expect((await ledger(server, id)).state).toBe('lapsed');
    paypal.orders.approve(id);
    expect((await buyer.capture(id)).body.code).toBe('payment_lapsed');
  });
});

it('whatever happened: each capture ended as one grant or one refund', async () => {
  server.pass(2 * HOUR);
  await settle(server);
  await expectBalanced(server, paypal);
});

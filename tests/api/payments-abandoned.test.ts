import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../contract/time.ts';
import { captureOrder } from '../../server/payments/capture/capture-rules.ts';
import { placeOrder } from '../../server/payments/order-rules.ts';
import { createPaypal } from '../../server/payments/paypal/client.ts';
import { refundPayment } from '../../server/payments/refund-rules.ts';
import { Buyer, expectBalanced, ledger, mailTo, ownerOf, PLUS, reconcile } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));

let count = 0;
const newBuyer = () => new Buyer(server, paypal, `left-${++count}`);

describe('a browser window that is closed', () => {
  it('captures and grants an approved order if the window is closed before the capture', async () => {
    const buyer = newBuyer();
    const id = await buyer.approved();
    server.advance(6 * MINUTE);
    await reconcile(server, false);
    expect(await ownerOf(server, buyer.handle)).toBe(buyer.email);
    expect((await ledger(server, id)).state).toBe('granted');
    expect((await buyer.complete(id)).status).toBe(200);
  });

  it('grants the handle if the window is closed after the capture', async () => {
    const buyer = newBuyer();
    const id = await buyer.approved();
    await buyer.capture(id);
    await reconcile(server);
    expect(await ownerOf(server, buyer.handle)).toBe(buyer.email);
    expect((await ledger(server, id)).state).toBe('granted');
  });

  it('refunds the payment if the buyer closes the window after the capture of an order without a handle', async () => {
    const buyer = newBuyer();
    const { id } = (await buyer.request('POST', '/paypal/order', PLUS)).body;
    paypal.orders.approve(id);
    await buyer.capture(id);
    await reconcile(server);
    expect((await ledger(server, id)).state).toBe('captured');
    server.advance(2 * HOUR);
    await server.sentEmails();
    await reconcile(server);
    expect((await ledger(server, id)).state).toBe('refunded');
    expect(await mailTo(server, 'payer@example.test')).toHaveLength(1);
    expect((await buyer.complete(id)).body.code).toBe('payment_refunded');
  });

  it('lets the order expire if the window is closed before the approval', async () => {
    const buyer = newBuyer();
    const { id } = (await buyer.order()).body;
    server.advance(5 * HOUR);
    await reconcile(server, false);
    expect((await ledger(server, id)).state).toBe('lapsed');
    paypal.orders.approve(id);
    expect((await buyer.capture(id)).body.code).toBe('payment_lapsed');
  });
});

describe('a database failure', () => {
  const paymentContext = () => ({
    db: server.db,
    clock: server.clock,
    site: server.config.site,
    paypal: createPaypal(server.config.paypal),
  });

  /** Returns the error of an action while a column cannot be read. */
  async function errorWithout(table: string, column: string, act: () => Promise<unknown>): Promise<unknown> {
    await sql`alter table ${sql.table(table)} rename column ${sql.ref(column)} to hidden`.execute(server.db);
    try {
      return await act().catch((error: unknown) => error);
    } finally {
      await sql`alter table ${sql.table(table)} rename column hidden to ${sql.ref(column)}`.execute(server.db);
    }
  }

  it('does not report a database failure during a refund as an unknown payment', async () => {
    const orderId = await newBuyer().buys();
    const { id } = await ledger(server, orderId);
    expect(await errorWithout('payments', 'id', () => refundPayment(paymentContext(), id))).toMatchObject({
      code: '42703',
    });
    expect((await ledger(server, orderId)).state).toBe('granted');
  });

  it('does not report a database failure during a renewal as a handle that cannot be renewed', async () => {
    const buyer = newBuyer();
    const { handle_id: renew, account_id: id } = await ledger(server, await buyer.buys());
    const account = { id: id ?? 0, email: buyer.email };
    const order = await placeOrder(paymentContext(), { ...PLUS, renew: renew ?? 0, account });
    paypal.orders.approve(order.id);
    const error = await errorWithout('handles', 'first_paid_at', () => captureOrder(paymentContext(), order.id));
    expect(error).toMatchObject({ code: '42703' });
    expect(await captureOrder(paymentContext(), order.id)).toEqual({ id: order.id });
    await reconcile(server);
    expect((await ledger(server, order.id)).state).toBe('granted');
  });
});

it('ends each capture of this file as exactly one grant or one refund', async () => {
  server.advance(2 * HOUR);
  await reconcile(server);
  await expectBalanced(server, paypal);
});

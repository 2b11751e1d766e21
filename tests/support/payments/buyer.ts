import { expect } from 'vitest';
import type { CaptureOutcome } from '../../../fakes/paypal/orders.ts';
import { createPaypal } from '../../../server/payments/paypal/client.ts';
import { reconcilePayments } from '../../../server/payments/reconcile/reconcile-rules.ts';
import { type ApiResponse, Person } from '../api/person.ts';
import type { TestServer } from '../server/test-server.ts';
import type { TestPaypal } from './paypal.ts';

/** The order fields that the web client sends. */
export const PLUS = { amount: '4.99', currency: 'USD', intent: 'CAPTURE' };

/** A person who pays for a handle, step by step. */
export class Buyer extends Person {
  readonly #paypal: TestPaypal;
  readonly email: string;
  readonly handle: string;

  constructor(server: TestServer, paypal: TestPaypal, handle: string, email = `${handle}@buyer.example`) {
    super(server);
    this.#paypal = paypal;
    this.handle = handle;
    this.email = email;
  }

  // biome-ignore-start lint/suspicious/noExplicitAny: tests read single fields of responses
  order(more: object = {}): Promise<ApiResponse<any>> {
    return this.request('POST', '/paypal/order', { ...PLUS, handle: this.handle, email: this.email, ...more });
  }

  capture(orderId: string): Promise<ApiResponse<any>> {
    return this.request('POST', `/paypal/order/${orderId}/capture`);
  }

  complete(orderId: string, more: object = {}): Promise<ApiResponse<any>> {
    const { email, handle } = this;
    return this.request('POST', '/api/complete-paid-registration', {
      email,
      handle,
      plan: 'Plus',
      paymentId: orderId,
      ...more,
    });
  }

  // biome-ignore-end lint/suspicious/noExplicitAny: tests read single fields of responses

  /** Creates and approves an order. */
  async approved(fate: CaptureOutcome = 'complete', more: object = {}): Promise<string> {
    const response = await this.order(more);
    expect(response.status, response.text).toBe(200);
    this.#paypal.orders.approve(response.body.id, fate);
    return response.body.id;
  }

  /** Runs the claim from the order to the completion. */
  async buys(): Promise<string> {
    const id = await this.approved();
    expect((await this.capture(id)).status).toBe(200);
    expect((await this.complete(id)).status).toBe(200);
    return id;
  }
}

/** Returns the state of a payment, and the owner of its handle. */
export async function ledger(server: TestServer, orderId: string) {
  const payment = await server.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return payment;
}

/** Runs the queued jobs and the jobs that they queue, and returns the emails to a person. */
export async function mailTo(server: TestServer, email: string): Promise<(string | undefined)[]> {
  const emails = [...(await server.sentEmails()), ...(await server.sentEmails())];
  return emails.filter(({ sentTo }) => sentTo === email).map(({ subject }) => subject);
}

/** Returns the email address of a handle's owner, or undefined if it has none. */
export async function ownerOf(server: TestServer, handle: string): Promise<string | undefined> {
  const row = await server.db
    .selectFrom('handles')
    .innerJoin('accounts', 'accounts.id', 'handles.account_id')
    .select('accounts.email')
    .where('handles.handle', '=', handle)
    .executeTakeFirst();
  return row?.email;
}

/** Reconciles the payments like the job, by the clock of the test server. */
export async function reconcile(server: TestServer, afterStart = true): Promise<void> {
  const { db, config, clock } = server;
  await reconcilePayments({ db, clock, site: config.site, paypal: createPaypal(config.paypal) }, afterStart);
}

/** Expects that each completed capture has exactly one grant or one refund. */
export async function expectBalanced(server: TestServer, paypal: TestPaypal): Promise<void> {
  const rows = await server.db.selectFrom('payments').selectAll().where('capture_id', 'is not', null).execute();
  for (const order of paypal.orders.all.values()) {
    if (!order.capture || order.capture.status === 'DECLINED') continue;
    const states = rows.filter(({ capture_id: id }) => id === order.capture?.id).map(({ state }) => state);
    const due = { COMPLETED: 'granted', REFUNDED: 'refunded', PENDING: 'pending' }[order.capture.status];
    expect(states, `capture of order ${order.id}`).toEqual([due]);
  }
}

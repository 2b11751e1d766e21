import { createSign, generateKeyPairSync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../contract/time.ts';
import type { Webhook } from '../../fakes/paypal/webhooks.ts';
import { Buyer, expectBalanced, ledger, mailTo, ownerOf, reconcile } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base, PAYPAL_TIMEOUT_SECONDS: '5' }));
beforeAll(async () => {
  // These tests post the events themselves.
  paypal.webhooks.deliver('never');
});

const post = ({ headers, body }: Webhook) =>
  server.app.inject({ method: 'POST', url: '/paypal/webhook', headers, payload: body });
const signed = (type: string, orderId: string) =>
  paypal.webhooks.sign(paypal.eventOf(type, paypal.orders.get(orderId)));
const notedEvents = () => server.db.selectFrom('paypal_events').selectAll().execute();

let count = 0;
const newBuyer = () => new Buyer(server, paypal, `hooked-${++count}`);

/** Creates a payment that PayPal still reviews, with a completed claim. */
async function pendingPayment(): Promise<{ buyer: Buyer; id: string }> {
  const buyer = newBuyer();
  const id = await buyer.approved('pending');
  expect((await buyer.capture(id)).body).toEqual({ id });
  const response = await buyer.complete(id);
  expect([response.status, response.body.code]).toEqual([409, 'payment_pending']);
  expect(await ownerOf(server, buyer.handle)).toBeUndefined();
  return { buyer, id };
}

it('grants a pending payment, with a receipt, after a COMPLETED webhook', async () => {
  const { buyer, id } = await pendingPayment();
  await reconcile(server);
  expect((await ledger(server, id)).state).toBe('pending');
  paypal.orders.decidePending(id, 'COMPLETED');
  expect((await post(await signed('PAYMENT.CAPTURE.COMPLETED', id))).statusCode).toBe(200);
  expect(await mailTo(server, buyer.email)).toEqual([`Receipt: ${buyer.handle} on localhost:3000`]);
  expect(await ownerOf(server, buyer.handle)).toBe(buyer.email);
  expect((await buyer.complete(id)).status).toBe(200);
});

it('holds the handle of a pending payment for seven days', async () => {
  const { buyer } = await pendingPayment();
  const available = async () => (await newBuyer().request('GET', `/api/check-handle/${buyer.handle}`)).body.available;
  server.advance(7 * DAY - 60_000);
  expect(await available()).toBe(false);
  server.advance(2 * MINUTE);
  expect(await available()).toBe(true);
});

it('grants a payment after a COMPLETED webhook while the query still returns PENDING', async () => {
  const { buyer, id } = await pendingPayment();
  paypal.orders.decidePending(id, 'COMPLETED');
  const webhook = await signed('PAYMENT.CAPTURE.COMPLETED', id);
  paypal.changeResponses((call, body) => (call.path.includes('/captures/') ? { ...body, status: 'PENDING' } : body));
  await post(webhook);
  await server.sentEmails();
  paypal.resetResponses();
  expect(await ownerOf(server, buyer.handle)).toBe(buyer.email);
});

for (const verdict of ['DENIED', 'DECLINED'] as const) {
  it(`releases the handle of a pending payment and notifies the person after ${verdict}`, async () => {
    const { buyer, id } = await pendingPayment();
    paypal.orders.decidePending(id, verdict);
    expect((await post(await signed(`PAYMENT.CAPTURE.${verdict}`, id))).statusCode).toBe(200);
    const emails = [...(await server.sentEmails()), ...(await server.sentEmails())];
    expect(emails.map(({ subject }) => subject)).toEqual([`Your payment for ${buyer.handle} did not go through`]);
    expect((await ledger(server, id)).state).toBe('lapsed');
    expect((await buyer.complete(id)).body.code).toBe('payment_lapsed');
    expect((await new Buyer(server, paypal, buyer.handle, 'next@buyer.example').order()).status).toBe(200);
  });
}

it('does not grant a payment if REFUNDED arrives before COMPLETED (attack 10)', async () => {
  const { buyer, id } = await pendingPayment();
  paypal.orders.decidePending(id, 'COMPLETED');
  const completed = await signed('PAYMENT.CAPTURE.COMPLETED', id);
  paypal.orders.refund(paypal.orders.get(id).capture?.id ?? '');
  await post(await signed('PAYMENT.CAPTURE.REFUNDED', id));
  await server.sentEmails();
  await post(completed);
  await server.sentEmails();
  expect((await ledger(server, id)).state).toBe('refunded');
  expect(await ownerOf(server, buyer.handle)).toBeUndefined();
  expect((await buyer.complete(id)).body.code).toBe('payment_refunded');
});

it.each([
  ['refunded by hand at PayPal', 'REFUNDED'],
  ['charged back by the payer', 'REVERSED'],
])('takes the handle back once when the payment is %s', async (_what, kind) => {
  const buyer = newBuyer();
  const id = await buyer.buys();
  await server.sentEmails();
  paypal.orders.refund(paypal.orders.get(id).capture?.id ?? '');
  const webhook = await signed(`PAYMENT.CAPTURE.${kind}`, id);
  await post(webhook);
  expect(await mailTo(server, buyer.email)).toEqual(['Your payment to localhost:3000 is returned']);
  expect(await ownerOf(server, buyer.handle)).toBeUndefined();
  const check = await buyer.request('GET', `/api/check-handle/${buyer.handle}`);
  expect(check.body).toEqual({ available: false, reason: 'taken' });
});

it('completes a claim by webhook if the window is closed after approval', async () => {
  const buyer = newBuyer();
  const id = await buyer.approved();
  await post(await signed('CHECKOUT.ORDER.APPROVED', id));
  // The job waits a minute, so that the browser's own capture comes first.
  await server.sentEmails();
  expect(paypal.orders.get(id).capture).toBeUndefined();
  await reconcile(server, false);
  server.advance(6 * MINUTE);
  await reconcile(server, false);
  expect(await ownerOf(server, buyer.handle)).toBe(buyer.email);
});

it('handles the same webhook 25 times, 20 of them in parallel, as one event, one grant and one receipt (attack 10)', async () => {
  const { buyer, id } = await pendingPayment();
  paypal.orders.decidePending(id, 'COMPLETED');
  const webhook = await signed('PAYMENT.CAPTURE.COMPLETED', id);
  const before = (await notedEvents()).length;
  const responses = await Promise.all(Array.from({ length: 20 }, () => post(webhook)));
  for (let time = 0; time < 5; time++) responses.push(await post(webhook));
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await notedEvents()).length).toBe(before + 1);
  expect(await mailTo(server, buyer.email)).toHaveLength(1);
  expect(await ownerOf(server, buyer.handle)).toBe(buyer.email);
});

it('acknowledges and ignores events of other merchants and of unknown types', async () => {
  const before = await notedEvents();
  for (const event of [
    { id: 'WH-1', event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { id: 'PP-D-1' } },
    { id: 'WH-2', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: 'NOT-OURS', custom_id: "' or 1=1 --" } },
    { id: 'WH-3', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: 'nothing' },
  ]) {
    expect((await post(await paypal.webhooks.sign(event))).statusCode, event.id).toBe(200);
  }
  expect(await notedEvents()).toEqual(before);
});

describe('a forged webhook', () => {
  const thief = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const resign = ({ headers, body }: Webhook): Webhook => {
    const text = `${headers['paypal-transmission-id']}|${headers['paypal-transmission-time']}|EMULATOR-WEBHOOK|${crc32(body)}`;
    const signature = createSign('RSA-SHA256').update(text).sign(thief.privateKey, 'base64');
    return { headers: { ...headers, 'paypal-transmission-sig': signature }, body };
  };
  const without = (name: string) => (webhook: Webhook) => {
    const { [name]: _, ...headers } = webhook.headers;
    return { ...webhook, headers };
  };
  const certificateAt = (address: string) => (webhook: Webhook) => ({
    ...webhook,
    headers: { ...webhook.headers, 'paypal-cert-url': address },
  });

  const forgeries: [string, (webhook: Webhook) => Webhook][] = [
    ['another body', ({ headers, body }) => ({ headers, body: body.replace('4.99', '4.98') })],
    [
      'the same JSON formatted differently',
      ({ headers, body }) => ({ headers, body: JSON.stringify(JSON.parse(body), null, 1) }),
    ],
    ['another key', resign],
    [
      'another time',
      (webhook) => ({
        ...webhook,
        headers: { ...webhook.headers, 'paypal-transmission-time': '2026-01-01T00:00:00Z' },
      }),
    ],
    ['no signature', without('paypal-transmission-sig')],
    ['no certificate', without('paypal-cert-url')],
    ['no algorithm', without('paypal-auth-algo')],
    ['a certificate on another host', certificateAt('https://evil.example/cert.pem')],
    ['a certificate on a host that begins like PayPal’s', certificateAt('https://paypal.com.evil.example/cert.pem')],
    ['a certificate on another port', certificateAt('http://127.0.0.1:1/certificate.pem')],
    ['a certificate address with a user name', certificateAt('https://api.paypal.com@evil.example/cert.pem')],
    ['a certificate address without TLS', certificateAt('http://api.paypal.com/cert.pem')],
    ['a relative certificate address', certificateAt('certificate.pem')],
  ];
  for (const [what, forge] of forgeries) {
    it(`rejects a webhook with ${what}, and changes nothing (attack 10)`, async () => {
      const { id } = await pendingPayment();
      paypal.orders.decidePending(id, 'COMPLETED');
      const before = await notedEvents();
      const response = await post(forge(await signed('PAYMENT.CAPTURE.COMPLETED', id)));
      expect([response.statusCode, response.json().code]).toEqual([401, 'webhook_refused']);
      expect(await notedEvents()).toEqual(before);
      expect((await ledger(server, id)).state).toBe('pending');
    });
  }

  it('rejects a webhook with an empty body', async () => {
    const bare = await server.app.inject({ method: 'POST', url: '/paypal/webhook' });
    expect(bare.statusCode).toBe(401);
  });

  it('does not acknowledge a webhook whose certificate cannot be fetched, so that PayPal retries it', async () => {
    const { id } = await pendingPayment();
    const response = await post(
      certificateAt(`${paypal.base}/gone.pem`)(await signed('PAYMENT.CAPTURE.COMPLETED', id)),
    );
    expect(response.statusCode).toBe(503);
  });
});

it('accepts webhooks without an Origin header and with any Origin', async () => {
  const webhook = await paypal.webhooks.sign({ id: 'WH-9', event_type: 'OTHER', resource: {} });
  expect((await post({ ...webhook, headers: { ...webhook.headers, origin: 'https://paypal.com' } })).statusCode).toBe(
    200,
  );
});

it('ends each capture of this file as exactly one grant or one refund', async () => {
  await reconcile(server);
  await expectBalanced(server, paypal);
});

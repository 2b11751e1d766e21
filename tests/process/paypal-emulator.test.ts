import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsTo } from '../support/mail/outbox.ts';
import { PLUS } from '../support/payments/buyer.ts';
import { type App, startApp } from '../support/server/app-process.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.stop());

async function post(path: string, body?: object) {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { origin: app.url, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { id: string; code?: string } };
}

/** Presses a button in the payment window. */
async function press(token: string, switches: Record<string, string>): Promise<string> {
  const form = new URLSearchParams({ token, act: 'approve', ...switches });
  const response = await fetch(`${app.url}/dev/paypal/approve`, {
    method: 'POST',
    headers: { origin: app.url },
    body: form,
  });
  return response.text();
}

const order = async (handle: string) =>
  (await post('/paypal/order', { ...PLUS, handle, email: `${handle}@buyer.example` })).body.id;
const capture = (id: string) => post(`/paypal/order/${id}/capture`);
const complete = (id: string, handle: string) =>
  post('/api/complete-paid-registration', { handle, email: `${handle}@buyer.example`, plan: 'Plus', paymentId: id });

it('serves a replacement of the SDK and a payment window that is marked as an emulator in local mode', async () => {
  const setup = (await (await fetch(`${app.url}/paypal/setup`)).json()) as { environment: string; sdk: string };
  expect(setup).toMatchObject({ environment: 'emulator', sdk: '/dev/paypal/sdk.js' });
  const sdk = await fetch(app.url + setup.sdk);
  expect(sdk.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await sdk.text()).toContain("version: '6.");
  const id = await order('windows');
  const page = await fetch(`${app.url}/dev/paypal/approve?token=${id}`);
  expect(await page.text()).toMatch(/This is not PayPal[\s\S]*windows on localhost[\s\S]*4\.99 USD/);
  expect((await fetch(`${app.url}/dev/paypal/approve?token=none`)).status).toBe(404);
  expect(await press(id, { act: 'cancel' })).toContain('data-decision="cancelled"');
  expect((await capture(id)).body.code).toBe('payment_open');
  expect(await press(id, { fate: 'decline' })).toContain('data-decision="approved"');
  expect((await capture(id)).body.code).toBe('payment_declined');
  await press(id, { fate: 'complete' });
  expect((await capture(id)).status).toBe(200);
  expect((await complete(id, 'windows')).status).toBe(200);
});

// tests/api/payments-webhook.test.ts has the same messages, without a process and its jobs.
it('completes a pending payment with one grant and one receipt from duplicated and reordered webhooks', {
  tags: ['long'],
}, async () => {
  const id = await order('checked');
  await press(id, { fate: 'pending', webhooks: 'twice and shuffled' });
  expect((await capture(id)).status).toBe(200);
  expect((await complete(id, 'checked')).body.code).toBe('payment_pending');
  const inbox = 'checked@buyer.example';
  await expect
    .poll(async () => (await mailsTo(app, inbox)).map(({ subject }) => subject?.split(':')[0]))
    .toEqual(['Receipt']);
  expect((await complete(id, 'checked')).status).toBe(200);
});

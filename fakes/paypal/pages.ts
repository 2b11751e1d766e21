import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../../contract/escape-html.ts';
import type { CaptureOutcome, EmulatedOrder, Orders } from './orders.ts';
import type { Delivery } from './webhooks.ts';

const FILES = { 'sdk.js': 'text/javascript', 'approve.js': 'text/javascript', 'approve.css': 'text/css' } as const;

const FATES: [CaptureOutcome | 'pending-denied', string][] = [
  ['complete', 'goes through'],
  ['decline', 'is declined'],
  ['pending', 'is checked first, then goes through'],
  ['pending-denied', 'is checked first, then denied'],
  ['no-response', 'goes through, but the response is lost'],
];
const DELIVERIES: Delivery[] = ['once', 'twice and shuffled', 'never'];
/** Duration of the simulated review of a pending payment, in milliseconds. */
const CHECK = 10_000;

interface Switches {
  orders: Orders;
  delay: (milliseconds: number) => void;
  deliver: (how: Delivery) => void;
}

/** Serves the browser SDK of the emulator and the window in which the user approves a payment. */
export function pageRoutes(app: FastifyInstance, { orders, delay, deliver }: Switches): void {
  for (const [name, type] of Object.entries(FILES)) {
    app.get(`/${name}`, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).send(await readFile(new URL(`browser/${name}`, import.meta.url), 'utf8')),
    );
  }

  app.get<{ Querystring: { token?: string } }>('/approve', async ({ query }, reply) => {
    const order = orders.all.get(query.token ?? '');
    return page(reply.status(order ? 200 : 404), order ? approval(order) : '<p>There is no such order.</p>');
  });

  app.post('/approve', async ({ body }, reply) => {
    const form = new URLSearchParams(String(body));
    const order = orders.get(form.get('token') ?? '');
    const approved = form.get('act') === 'approve';
    if (approved) {
      delay(Number(form.get('delay')) * 1000);
      deliver((form.get('webhooks') ?? 'once') as Delivery);
      const fate = form.get('fate') ?? 'complete';
      const denied = fate === 'pending-denied';
      orders.approve(order.id, denied ? 'pending' : (fate as CaptureOutcome));
      if (fate.startsWith('pending')) decideLater(orders, order, denied ? 'DENIED' : 'COMPLETED');
    }
    const decision = approved ? 'approved' : 'cancelled';
    return page(
      reply,
      `<p data-order="${order.id}" data-decision="${decision}">The payment is ${decision}. You can close this window.</p>`,
    );
  });
}

/** Completes or denies the capture after the review. Retries until the order has been captured. */
function decideLater(orders: Orders, order: EmulatedOrder, verdict: 'COMPLETED' | 'DENIED', tries = 30): void {
  setTimeout(() => {
    if (order.capture?.status === 'PENDING') orders.decidePending(order.id, verdict);
    else if (tries > 0 && !order.capture) decideLater(orders, order, verdict, tries - 1);
  }, CHECK).unref();
}

const option = (value: string, label: string) => `<option value="${value}">${label}</option>`;

function approval({ id, amount, description, brand }: EmulatedOrder): string {
  return `${brand === undefined ? '' : `<p class="brand">${escapeHtml(brand)}</p>\n`}<p>${escapeHtml(description ?? 'A payment')}</p>
<p class="sum">${escapeHtml(amount.value)} ${escapeHtml(amount.currency_code)}</p>
<form method="post">
<input type="hidden" name="token" value="${id}">
<p><button name="act" value="approve" class="yes">Approve the payment</button> <button name="act" value="cancel">Cancel</button></p>
<fieldset><legend>What happens then</legend>
<p><label>The payment <select name="fate">${FATES.map(([value, label]) => option(value, label)).join('')}</select></label></p>
<p><label>Every response takes <select name="delay">${[0, 2, 8, 30].map((n) => option(String(n), `${n} seconds longer`)).join('')}</select></label></p>
<p><label>Webhooks come <select name="webhooks">${DELIVERIES.map((how) => option(how, how)).join('')}</select></label></p>
</fieldset>
</form>`;
}

function page(reply: FastifyReply, content: string): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; frame-ancestors 'none'",
      )
      // approve.js needs window.opener to post the result to the page that opened this window.
      .header('cross-origin-opener-policy', 'unsafe-none')
      .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>This is not PayPal</title>
<link rel="stylesheet" href="/dev/paypal/approve.css"><script src="/dev/paypal/approve.js" defer></script></head>
<body><main><h1>This is not PayPal</h1>
<p>This page simulates PayPal on this machine. No money moves.</p>
${content}
</main></body></html>`)
  );
}

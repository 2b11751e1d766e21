import { afterEach, expect, it } from 'vitest';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { DAY, MINUTE } from '../../contract/time.ts';
import { deleteOldRowsOf } from '../../server/held-data/retention.ts';
import { saveSite } from '../../server/site/site-rules.ts';
import { linkIn, type Person } from '../support/api/person.ts';
import { Buyer, expectBalanced, ledger, ownerOf, PLUS } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({
  PAYPAL_API_BASE: paypal.base,
  MAIL_DOMAIN: 'here.example',
  PAYPAL_TIMEOUT_SECONDS: '5',
}));
afterEach(() => paypal.resetResponses());

it('completes a paid claim from order to sign-in', async () => {
  const buyer = new Buyer(server, paypal, 'first');
  const setup = await buyer.request('GET', '/paypal/setup');
  expect(setup.body).toEqual({ clientToken: 'EMULATOR-CLIENT-TOKEN', environment: 'emulator' });
  const id = await buyer.approved();
  expect((await buyer.capture(id)).body).toEqual({ id });
  const yearFromNow = () => {
    const end = server.clock();
    end.setUTCFullYear(end.getUTCFullYear() + 1);
    return end.getTime();
  };
  const earliest = yearFromNow();
  const done = await buyer.complete(id);
  expect(done.status).toBe(200);
  expect(done.body).toMatchObject({ handle: 'first' });
  const paidUntil = new Date(done.body.paidUntil).getTime();
  expect(paidUntil).toBeGreaterThanOrEqual(earliest);
  expect(paidUntil).toBeLessThanOrEqual(yearFromNow());
  expect(await ownerOf(server, 'first')).toBe(buyer.email);
  // A payment does not verify an email address, so it starts no session.
  expect(buyer.cookies.has('nameplate')).toBe(false);
  expect((await buyer.request('GET', '/api/user')).status).toBe(401);
  const [receipt, ...others] = await server.sentEmails();
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({ sentTo: buyer.email, subject: 'Receipt: first on localhost:3000' });
  expect(receipt?.text).toContain('$4.99');
  await buyer.request('POST', '/api/send-login-magic-link', { email: buyer.email });
  const [sentEmail] = await server.sentEmails();
  await buyer.request('POST', linkIn(sentEmail?.text));
  const handles = (await buyer.request('GET', '/api/handles')).body;
  expect(handles).toMatchObject([{ handle: 'first', plan: 'Plus', status: 'active', paidUntil: done.body.paidUntil }]);
  const { captured_at } = await ledger(server, id);
  expect(Date.parse(handles[0].refundUntil)).toBe(Number(captured_at) + 30 * DAY);
  await expectBalanced(server, paypal);
});

it('returns the same response to a repeated completion, and rejects another address or handle (attack 8)', async () => {
  const buyer = new Buyer(server, paypal, 'again');
  const id = await buyer.buys();
  const again = await buyer.complete(id);
  expect(again.status).toBe(200);
  expect((await buyer.complete(id, { email: buyer.email.toUpperCase() })).body).toEqual(again.body);
  for (const other of [{ email: 'thief@buyer.example' }, { handle: 'other' }]) {
    const response = await buyer.complete(id, other);
    expect([response.status, response.body.code]).toEqual([409, 'payment_bound']);
  }
  expect(await ownerOf(server, 'again')).toBe(buyer.email);
  expect(await ownerOf(server, 'other')).toBeUndefined();
  expect(await server.sentEmails()).toHaveLength(1);
});

it('names the site as the brand to PayPal, by the name that it has at the time of the order', async () => {
  const brandOf = async (handle: string) => paypal.orders.get(await new Buyer(server, paypal, handle).approved()).brand;
  const before = await brandOf('brand1');
  await server.db.transaction().execute(async (trx) => saveSite(trx, { ...STANDARD_SITE, name: 'Rowing Club' }));
  await server.liveSite.load();
  expect([before, await brandOf('brand2')]).toEqual([STANDARD_SITE.name, 'Rowing Club']);
  await server.db.deleteFrom('site').execute();
  await server.liveSite.load();
});

it('rejects an order with a different amount, currency or intent (attack 7)', async () => {
  const buyer = new Buyer(server, paypal, 'cheap');
  const before = paypal.orders.all.size;
  for (const wrong of [
    { amount: '0.01' },
    { amount: '4.990' },
    { amount: -4.99 },
    { currency: 'EUR' },
    { intent: 'AUTHORIZE' },
  ]) {
    const response = await buyer.order(wrong);
    expect([response.status, response.body.code], JSON.stringify(wrong)).toEqual([400, 'price_changed']);
  }
  expect((await buyer.order({ amount: 4.99, intent: 'capture' })).status).toBe(200);
  expect(paypal.orders.all.size).toBe(before + 1);
  for (const [handle, code] of [
    ['wholly-free-handle', 'plan_mismatch'],
    ['billing', 'handle_reserved'],
    ['a..b.c', 'handle_invalid'],
    ['first', 'handle_taken'],
  ] as const) {
    expect((await new Buyer(server, paypal, handle, 'fussy@buyer.example').order()).body.code, handle).toBe(code);
  }
  expect((await buyer.order({ email: 'me@here.example' })).body).toMatchObject({
    code: 'own_domain',
    errors: [{ path: 'email' }],
  });
});

it('rejects a completion whose plan or handle differs from the order', async () => {
  const buyer = new Buyer(server, paypal, 'fitting');
  const id = await buyer.approved();
  await buyer.capture(id);
  expect((await buyer.complete(id, { plan: 'Vanity' })).body.code).toBe('plan_mismatch');
  expect((await buyer.complete(id)).status).toBe(200);
});

it('binds the handle at completion for a client that sends only amount, currency and intent', async () => {
  const buyer = new Buyer(server, paypal, 'plain');
  const made = await buyer.request('POST', '/paypal/order', PLUS);
  expect(made.status, made.text).toBe(200);
  const { id } = made.body;
  paypal.orders.approve(id);
  expect((await buyer.capture(id)).status).toBe(200);
  expect((await buyer.complete(id, { handle: 'abc', plan: 'Deluxe' })).body.code).toBe('plan_mismatch');
  expect((await buyer.complete(id)).status).toBe(200);
  expect((await buyer.complete(id, { handle: 'plain2' })).body.code).toBe('payment_bound');
  expect(await ownerOf(server, 'plain')).toBe(buyer.email);
  expect((await buyer.request('POST', '/paypal/order', { ...PLUS, amount: '7.77' })).body.code).toBe('price_changed');
  await expectBalanced(server, paypal);
});

it('rejects the completion of unknown, unapproved and uncaptured orders', async () => {
  const buyer = new Buyer(server, paypal, 'eager');
  const { id } = (await buyer.order()).body;
  expect((await buyer.capture(id)).body.code).toBe('payment_open');
  expect((await buyer.complete(id)).body.code).toBe('payment_open');
  paypal.orders.approve(id);
  expect((await buyer.complete(id)).body.code).toBe('payment_open');
  expect((await buyer.capture('UNKNOWN')).status).toBe(404);
  expect((await buyer.complete('UNKNOWN')).status).toBe(404);
  expect(await ownerOf(server, 'eager')).toBeUndefined();
});

it('holds the handle of an order for 15 minutes against other people', async () => {
  const buyer = new Buyer(server, paypal, 'keeper');
  const { id } = (await buyer.order()).body;
  const check = (who: Person) => who.request('GET', '/api/check-handle/keeper');
  const rival = new Buyer(server, paypal, 'keeper', 'rival@buyer.example');
  expect((await check(rival)).body).toEqual({ available: false, reason: 'taken' });
  expect((await check(buyer)).body).toEqual({ available: true });
  expect((await rival.order()).body.code).toBe('handle_taken');
  // The same person gets the same order, and cannot pay twice.
  expect((await buyer.order()).body.id).toBe(id);
  server.advance(14 * MINUTE);
  expect((await rival.order()).body.code).toBe('handle_taken');
  server.advance(2 * MINUTE);
  expect((await check(rival)).body).toEqual({ available: true });
  await rival.buys();
  paypal.orders.approve(id);
  // The hold has expired, so the capture is rejected.
  expect((await buyer.capture(id)).body.code).toBe('handle_gone');
  expect(paypal.orders.get(id).capture).toBeUndefined();
  expect(await ownerOf(server, 'keeper')).toBe('rival@buyer.example');
});

it('renews an expired hold when its own payment is captured', async () => {
  const buyer = new Buyer(server, paypal, 'slowly');
  const id = await buyer.approved();
  server.advance(20 * MINUTE);
  expect((await buyer.capture(id)).status).toBe(200);
  expect((await new Buyer(server, paypal, 'slowly', 'rival@buyer.example').order()).body.code).toBe('handle_taken');
  expect((await buyer.complete(id)).status).toBe(200);
});

it('limits one email address to ten held handles', async () => {
  const orders = [];
  for (let number = 1; number <= 11; number++) {
    orders.push(await new Buyer(server, paypal, `hoard${number}`, `hoarder+${number}@gmail.com`).order());
  }
  expect(orders.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
});

it('does not count bought handles as held, so that one address can buy more than ten', async () => {
  for (let number = 1; number <= 11; number++) {
    await new Buyer(server, paypal, `bought${number}`, 'collector@buyer.example').buys();
  }
  await server.sentEmails();
});

it('refunds a payment immediately if the handle is no longer available', async () => {
  const buyer = new Buyer(server, paypal, 'vanished');
  const { id } = (await buyer.request('POST', '/paypal/order', PLUS)).body;
  paypal.orders.approve(id);
  await buyer.capture(id);
  await new Buyer(server, paypal, 'vanished', 'quicker@buyer.example').buys();
  await server.sentEmails();
  const response = await buyer.complete(id);
  expect([response.status, response.body.code]).toEqual([409, 'handle_gone_refunded']);
  expect(paypal.orders.get(id).capture?.status).toBe('REFUNDED');
  expect((await ledger(server, id)).state).toBe('refunded');
  expect((await buyer.complete(id)).body.code).toBe('handle_gone_refunded');
  expect((await buyer.complete(id, { handle: 'vanished2' })).body.code).toBe('payment_bound');
  const emails = await server.sentEmails();
  expect(emails.map(({ subject, sentTo }) => [subject, sentTo])).toEqual([
    ['Your payment to localhost:3000 is returned', buyer.email],
  ]);
  await expectBalanced(server, paypal);
});

it('refunds a payment for a reserved name', async () => {
  const buyer = new Buyer(server, paypal, 'billing');
  const { id } = (await buyer.request('POST', '/paypal/order', PLUS)).body;
  paypal.orders.approve(id);
  await buyer.capture(id);
  expect((await buyer.complete(id)).body.code).toBe('handle_gone_refunded');
  await expectBalanced(server, paypal);
});

it('makes one capture and one grant from 50 parallel captures and 50 parallel completions (attack 8)', async () => {
  const buyer = new Buyer(server, paypal, 'crowded');
  const id = await buyer.approved();
  const captures = await Promise.all(Array.from({ length: 50 }, () => buyer.capture(id)));
  expect(new Set(captures.map(({ status }) => status))).toEqual(new Set([200]));
  expect(paypal.count('POST', `${id}/capture`)).toBe(1);
  await server.sentEmails();
  const thief = (index: number) => (index % 2 ? { email: `thief${index}@buyer.example` } : {});
  const completions = await Promise.all(Array.from({ length: 50 }, (_, index) => buyer.complete(id, thief(index))));
  const mine = completions.filter((_, index) => index % 2 === 0);
  expect(new Set(mine.map(({ text }) => text)).size).toBe(1);
  expect(mine[0]?.status).toBe(200);
  expect(new Set(completions.filter((_, index) => index % 2).map(({ status }) => status))).toEqual(new Set([409]));
  expect(await server.sentEmails()).toHaveLength(1);
  await expectBalanced(server, paypal);
});

it('gives one of 50 parallel orders the hold on a handle', async () => {
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) => new Buyer(server, paypal, 'rushed', `r${index}@buyer.example`).order()),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.code === 'handle_taken')).toHaveLength(49);
});

it('creates one order for a double click', async () => {
  const buyer = new Buyer(server, paypal, 'doubled');
  const [one, other] = await Promise.all([buyer.order(), buyer.order()]);
  expect(one.status).toBe(200);
  expect(other.body).toEqual(one.body);
});

it('erases the payer with the account, and keeps the amount', async () => {
  const buyer = new Buyer(server, paypal, 'forgotten'.slice(0, 9));
  const id = await buyer.buys();
  const waiting = new Buyer(server, paypal, 'waiting1');
  const open = (await waiting.order()).body.id;
  await deleteOldRowsOf(server.db, 'payments', server.clock());
  expect((await ledger(server, id)).email).toBe(buyer.email);
  await server.db.updateTable('handles').set({ account_id: null }).where('handle', '=', buyer.handle).execute();
  await server.db.deleteFrom('accounts').where('email', '=', buyer.email).execute();
  await deleteOldRowsOf(server.db, 'payments', server.clock());
  expect(await ledger(server, id)).toMatchObject({ email: null, handle: null, payer_email: null, price_cents: 499 });
  expect((await ledger(server, open)).email).toBe(waiting.email);
});

it('keeps the payer of an order that was never granted for 90 days', async () => {
  const payer = new Buyer(server, paypal, 'never1');
  const id = (await payer.order()).body.id;
  await server.db.updateTable('payments').set({ state: 'lapsed' }).where('order_id', '=', id).execute();
  const anonymizeAfter = async (days: number) => {
    const now = new Date(server.clock().getTime() + days * DAY);
    await deleteOldRowsOf(server.db, 'payments', now);
    return (await ledger(server, id)).email;
  };
  expect(await anonymizeAfter(89)).toBe(payer.email);
  expect(await anonymizeAfter(91)).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import { createSubmissionPolicy } from '../../server/mail/adapters/submission-policy.ts';
import { createPaypal } from '../../server/payments/paypal/client.ts';
import { refundPayment } from '../../server/payments/refund-rules.ts';
import { renewAndRemind } from '../../server/payments/renewal/reminder-rules.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { Buyer, ledger, mailTo, ownerOf, PLUS } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
// Each test moves the clock by years.
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }), { eachTest: true });

const paymentContext = () => ({
  db: server.db,
  clock: server.clock,
  site: server.config.site,
  paypal: createPaypal(server.config.paypal),
});
const tidy = () => renewAndRemind(paymentContext());

/** Creates a person with a paid handle, signed in by the magic link. */
async function owner(handle: string): Promise<{ buyer: Buyer; id: number; orderId: string }> {
  const buyer = new Buyer(server, paypal, handle);
  const orderId = await buyer.buys();
  await signIn(buyer);
  const [{ id }] = (await buyer.request('GET', '/api/handles')).body;
  return { buyer, id, orderId };
}

async function signIn(buyer: Buyer): Promise<void> {
  await server.sentEmails();
  await buyer.request('POST', '/api/send-login-magic-link', { email: buyer.email });
  const [sentEmail] = await server.sentEmails();
  await buyer.request('POST', linkIn(sentEmail?.text));
}

async function renew(buyer: Buyer, id: number, amount = '4.99') {
  const order = await buyer.request('POST', '/paypal/order', { ...PLUS, amount, renew: id });
  expect(order.status, order.text).toBe(200);
  paypal.orders.approve(order.body.id);
  expect((await buyer.capture(order.body.id)).status).toBe(200);
  return buyer.request('POST', `/api/handles/${id}/renewal`, { paymentId: order.body.id });
}

const paidUntil = async (buyer: Buyer) => new Date((await buyer.request('GET', '/api/handles')).body[0].paidUntil);

it('sends one reminder each 30, 14, 7 and 3 days before the end', async () => {
  const { buyer } = await owner('yearly');
  await tidy();
  expect(await mailTo(server, buyer.email)).toEqual([]);
  const ends = (await paidUntil(buyer)).getTime();
  const reminders: string[] = [];
  for (let left = 40; left > 0; left--) {
    server.advance(ends - left * DAY - server.clock().getTime() + 60_000);
    await tidy();
    await tidy();
    reminders.push(...(await mailTo(server, buyer.email)).map((subject) => `${left}: ${subject}`));
  }
  expect(reminders).toEqual([30, 14, 7, 3].map((days) => `${days}: yearly on localhost:3000 ends in ${days} days`));
});

it('states in the reminders, and when the handle rests, that sending and replies stop and nothing is lost', async () => {
  const { buyer } = await owner('speaks');
  const ends = (await paidUntil(buyer)).getTime();
  await server.sentEmails();
  const texts: string[] = [];
  for (const left of [30, 14, 7, 3, -31]) {
    server.advance(ends - left * DAY - server.clock().getTime() + 60_000);
    await tidy();
    for (const { text } of await server.sentEmails()) texts.push(text?.replace(/\s+/g, ' ') ?? '');
  }
  expect(texts).toHaveLength(5);
  for (const text of texts.slice(0, 4)) {
    expect(text).toContain(
      'mail programs can no longer send from speaks@localhost, and replies and automatic replies stop',
    );
    expect(text).toContain('We keep your app passwords, settings and contacts; they work again as soon as you renew.');
  }
  expect(texts[4]).toContain(
    'Sending from it, replies and automatic replies have stopped too. We keep your app passwords',
  );
});

it('sends one reminder, not four, to an owner who was not reminded in time', async () => {
  const { buyer } = await owner('latecomer'.slice(0, 9));
  server.advance((await paidUntil(buyer)).getTime() - 2 * DAY - server.clock().getTime());
  await tidy();
  expect(await mailTo(server, buyer.email)).toHaveLength(1);
});

describe('a renewal', () => {
  it('adds a year to the current end by a renewal, and returns the same response when repeated', async () => {
    const { buyer, id } = await owner('early');
    const before = await paidUntil(buyer);
    server.advance(200 * DAY);
    await signIn(buyer);
    const quote = await buyer.request('GET', `/api/handles/${id}/renewal`);
    const expected = new Date(before);
    expected.setUTCFullYear(expected.getUTCFullYear() + 1);
    expect(quote.body).toMatchObject({ handle: 'early', price: 4.99, renewedUntil: expected.toISOString() });
    const response = await renew(buyer, id);
    expect(response.body).toMatchObject({ handle: 'early', paidUntil: expected.toISOString() });
    expect(await paidUntil(buyer)).toEqual(expected);
    expect(await mailTo(server, buyer.email)).toEqual(['Receipt: early on localhost:3000']);
    expect((await buyer.request('GET', `/api/handles/${id}/renewal`)).body.code).toBe('renewal_too_early');
    expect((await buyer.request('POST', '/paypal/order', { ...PLUS, renew: id })).body.code).toBe('renewal_too_early');
  });

  it('charges the first price for renewals for two years, then the price of the plan', async () => {
    const { buyer, id } = await owner('locked');
    await server.db.updateTable('packages').set({ price_now_cents: 799 }).where('name', '=', 'Plus').execute();
    server.advance(364 * DAY);
    await signIn(buyer);
    expect((await buyer.request('POST', '/paypal/order', { ...PLUS, amount: '7.99', renew: id })).body.code).toBe(
      'price_changed',
    );
    expect((await renew(buyer, id)).status).toBe(200);
    server.advance(364 * DAY);
    await signIn(buyer);
    expect((await renew(buyer, id)).status).toBe(200);
    server.advance(364 * DAY);
    await signIn(buyer);
    const quote = (await buyer.request('GET', `/api/handles/${id}/renewal`)).body;
    expect([quote.price, quote.lockedUntil]).toEqual([7.99, null]);
    expect((await renew(buyer, id, '7.99')).status).toBe(200);
  });

  it('lets only the owner of a paid handle renew it', async () => {
    const { buyer, id } = await owner('mine1');
    const stranger = new Person(server);
    expect((await stranger.request('POST', '/paypal/order', { ...PLUS, renew: id })).status).toBe(401);
    expect((await stranger.request('GET', `/api/handles/${id}/renewal`)).status).toBe(401);
    await stranger.claim('a-free-handle-of-mine', 'stranger@account.example');
    expect((await stranger.request('POST', '/paypal/order', { ...PLUS, renew: id })).status).toBe(404);
    expect((await stranger.request('GET', `/api/handles/${id}/renewal`)).status).toBe(404);
    const [free] = (await stranger.request('GET', '/api/handles')).body;
    expect((await stranger.request('GET', `/api/handles/${free.id}/renewal`)).body.code).toBe('not_renewable');
    server.advance(DAY);
    const order = await buyer.request('POST', '/paypal/order', { ...PLUS, renew: id });
    paypal.orders.approve(order.body.id);
    await buyer.capture(order.body.id);
    const stolen = await stranger.request('POST', `/api/handles/${free.id}/renewal`, { paymentId: order.body.id });
    expect(stolen.body.code).toBe('payment_bound');
    const claimed = await buyer.complete(order.body.id, { handle: 'mine1' });
    expect(claimed.body.code).toBe('payment_bound');
  });
});

it('disables the page, mail and claims of a handle after 30 days of grace, until it is renewed', async () => {
  const { buyer, id } = await owner('sleepy');
  const ends = await paidUntil(buyer);
  const made = await buyer.request('POST', `/api/handles/${id}/app-passwords`, { name: 'Laptop' });
  expect(made.status).toBe(201);
  const canSend = async () => (await buyer.request('GET', `/api/handles/${id}/sending`)).body.entitled;
  const state = async () => (await buyer.request('GET', '/api/handles')).body[0].status;
  server.advance(ends.getTime() + 29 * DAY - server.clock().getTime());
  await signIn(buyer);
  await tidy();
  expect([await state(), await canSend()]).toEqual(['active', true]);
  server.advance(2 * DAY);
  await tidy();
  expect(await mailTo(server, buyer.email)).toEqual(['sleepy on localhost:3000 is resting']);
  expect([await state(), await canSend()]).toEqual(['resting', false]);
  await tidy();
  expect(await mailTo(server, buyer.email)).toEqual([]);
  expect((await buyer.request('GET', '/api/profile/sleepy')).status).toBe(410);
  const page = await buyer.request('GET', '/sleepy', undefined, { accept: 'text/html' });
  expect([page.status, page.headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
  expect(page.text).toContain('<h1>This handle is resting</h1>');
  const mail = await createDirectory(server.db, []).resolve('sleepy');
  expect(mail).toMatchObject({ kind: 'refuse', code: 550, text: 'This address is resting and does not accept mail' });
  expect((await buyer.request('GET', '/api/check-handle/sleepy')).body.reason).toBe('taken');
  server.advance(100 * DAY);
  await signIn(buyer);
  const response = await renew(buyer, id);
  expect(response.status, response.text).toBe(200);
  // The year begins with the payment, because the handle was disabled before.
  expect(new Date(response.body.paidUntil).getTime()).toBeGreaterThan(server.clock().getTime() + 364 * DAY);
  expect([await state(), await canSend()]).toEqual(['active', true]);
  // The app password remains after the end of the plan.
  const sending = createSubmissionPolicy({ ...server, log: { warn: () => {} } });
  const submitter = await sending.authenticate('sleepy@localhost', made.body.password, '127.0.0.1');
  expect(submitter && (await sending.check(submitter))).toBeNull();
  expect(submitter).not.toBeNull();
  await sending.stop();
  expect((await buyer.request('GET', '/api/profile/sleepy')).status).toBe(200);
});

it('lets the owner of a handle whose name became reserved change and renew it', async () => {
  const { buyer, id } = await owner('ourmx');
  await server.db.updateTable('handles').set({ handle: 'mx7' }).where('id', '=', id).execute();
  expect((await buyer.request('GET', '/api/check-handle/mx7')).body.reason).toBe('reserved');
  expect((await buyer.request('PATCH', `/api/handles/${id}`, { bio: 'Ours since long' })).status).toBe(200);
  expect((await buyer.request('GET', '/api/profile/mx7')).body.bio).toBe('Ours since long');
  server.advance(400 * DAY);
  await tidy();
  expect((await buyer.request('GET', '/api/profile/mx7')).status).toBe(410);
  await signIn(buyer);
  expect((await renew(buyer, id)).status).toBe(200);
  expect((await buyer.request('GET', '/api/profile/mx7')).status).toBe(200);
});

it('keeps an expired handle for its owner for 12 months, then releases it', async () => {
  const { buyer } = await owner('restful');
  server.advance((await paidUntil(buyer)).getTime() + 31 * DAY - server.clock().getTime());
  await tidy();
  server.advance(360 * DAY);
  await tidy();
  const rival = new Buyer(server, paypal, 'restful', 'rival@buyer.example');
  expect((await rival.order()).body.code).toBe('handle_taken');
  server.advance(8 * DAY);
  await tidy();
  await rival.buys();
  expect(await ownerOf(server, 'restful')).toBe('rival@buyer.example');
});

describe('the money-back guarantee', () => {
  it('refunds a claim under the guarantee and moves the handle to quarantine', async () => {
    const { buyer, orderId } = await owner('regret');
    await server.sentEmails();
    const { id } = await ledger(server, orderId);
    server.advance(29 * DAY);
    const [one, other] = await Promise.all([refundPayment(paymentContext(), id), refundPayment(paymentContext(), id)]);
    expect([one.state, other.state].sort()).toContain('refunded');
    expect(paypal.orders.get(orderId).capture?.status).toBe('REFUNDED');
    expect(await mailTo(server, buyer.email)).toEqual(['Your payment to localhost:3000 is returned']);
    expect(await ownerOf(server, 'regret')).toBeUndefined();
    expect((await buyer.request('GET', '/api/check-handle/regret')).body.reason).toBe('taken');
    expect((await buyer.complete(orderId)).body.code).toBe('payment_refunded');
  });

  it('rejects a refund under the guarantee after 30 days', async () => {
    const { orderId } = await owner('toolate');
    const { id } = await ledger(server, orderId);
    server.advance(31 * DAY);
    await expect(refundPayment(paymentContext(), id)).rejects.toMatchObject({ code: 'refund_too_late' });
    await expect(refundPayment(paymentContext(), 999_999)).rejects.toMatchObject({ code: 'payment_unknown' });
  });

  it('removes the year of a renewal that is refunded', async () => {
    const { buyer, id } = await owner('unrenew');
    const before = await paidUntil(buyer);
    server.advance(100 * DAY);
    await signIn(buyer);
    await renew(buyer, id);
    const payment = await server.db
      .selectFrom('payments')
      .select('id')
      .where('is_renewal', '=', true)
      .executeTakeFirstOrThrow();
    await refundPayment(paymentContext(), payment.id);
    expect(await paidUntil(buyer)).toEqual(before);
    expect(await ownerOf(server, 'unrenew')).toBe(buyer.email);
  });
});

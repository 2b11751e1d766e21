import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import type { PaymentContext } from '../../server/payments/payment-context.ts';
import { createPaypal } from '../../server/payments/paypal/client.ts';
import { renewAndRemind } from '../../server/payments/renewal/reminder-rules.ts';
import { quoteRenewal } from '../../server/payments/renewal/renewal-rules.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { Buyer, mailTo, ownerOf, PLUS } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
// Each test moves the clock by months.
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }), { eachTest: true });

function context(): PaymentContext {
  const { db, clock, config } = server;
  return { db, clock, site: config.site, paypal: createPaypal(config.paypal) };
}
const tidy = () => renewAndRemind(context());

async function signIn(person: Person, email: string): Promise<void> {
  await server.sentEmails();
  await person.request('POST', '/api/send-login-magic-link', { email });
  const [sentEmail] = await server.sentEmails();
  await person.request('POST', linkIn(sentEmail?.text));
}

describe('while the price of a plan is 0', () => {
  const setPrice = (cents: number) =>
    server.db
      .updateTable('packages')
      .set({ price_now_cents: cents, price_full_cents: 999 })
      .where('name', '=', 'Plus')
      .execute();

  async function claimedFree(handle: string): Promise<{ person: Person; id: number }> {
    const person = new Person(server);
    const email = `${handle}@inbox.example`;
    const asked = await person.request('POST', '/api/send-magic-link', { email, handle, plan: 'Plus' });
    expect(asked.status, asked.text).toBe(200);
    const [sentEmail] = await server.sentEmails();
    expect((await person.request('POST', linkIn(sentEmail?.text))).status).toBe(303);
    const [{ id }] = (await person.request('GET', '/api/handles')).body;
    return { person, id };
  }
  const endOf = async (person: Person) => new Date((await person.request('GET', '/api/handles')).body[0].paidUntil);

  it('lets people claim a handle by magic link for a year, and rejects orders', async () => {
    await setPrice(0);
    const order = await new Buyer(server, paypal, 'gratis').order({ amount: 0 });
    expect([order.status, order.body.code]).toEqual([409, 'nothing_to_pay']);
    const { person } = await claimedFree('gratis');
    expect((await endOf(person)).getTime()).toBeGreaterThan(server.clock().getTime() + 364 * DAY);
    const second = await person.request('POST', '/api/profiles', { username: 'gratis2' });
    expect(second.status).toBe(201);
    expect((await person.request('POST', '/api/profiles', { username: 'abc' })).body.code).toBe('payment_required');
    await setPrice(499);
    expect((await person.request('POST', '/api/profiles', { username: 'gratis3' })).body.code).toBe('payment_required');
  });

  it('rejects a link that was emailed before the price was raised again', async () => {
    await setPrice(0);
    const person = new Person(server);
    await person.request('POST', '/api/send-magic-link', {
      email: 'late@inbox.example',
      handle: 'toolate',
      plan: 'Plus',
    });
    const [sentEmail] = await server.sentEmails();
    await setPrice(499);
    expect((await person.request('POST', linkIn(sentEmail?.text))).status).toBe(402);
    expect(await ownerOf(server, 'toolate')).toBeUndefined();
  });

  it('renews a handle every year without an email, and sends reminders once the plan has a price again', async () => {
    await setPrice(0);
    const { person } = await claimedFree('itself');
    const first = await endOf(person);
    server.advance(first.getTime() - 29 * DAY - server.clock().getTime());
    await tidy();
    await tidy();
    expect(await mailTo(server, 'itself@inbox.example')).toEqual([]);
    await setPrice(599);
    const row = await server.db
      .selectFrom('handles')
      .selectAll()
      .where('handle', '=', 'itself')
      .executeTakeFirstOrThrow();
    expect(row.paid_until?.getTime()).toBeCloseTo(first.getTime() + 365 * DAY, -9);
    expect(row.first_paid_at).toBeNull();
    server.advance((row.paid_until?.getTime() ?? 0) - 29 * DAY - server.clock().getTime());
    await tidy();
    expect(await mailTo(server, 'itself@inbox.example')).toEqual(['itself on localhost:3000 ends in 29 days']);
  });

  it('renews a paid handle for free, even after it has expired if its owner asks', async () => {
    const buyer = new Buyer(server, paypal, 'resteds');
    await buyer.buys();
    await signIn(buyer, buyer.email);
    const [{ id }] = (await buyer.request('GET', '/api/handles')).body;
    server.advance((await endOf(buyer)).getTime() + 31 * DAY - server.clock().getTime());
    await tidy();
    await signIn(buyer, buyer.email);
    expect((await buyer.request('POST', `/api/handles/${id}/renewal`, {})).body.code).toBe('payment_required');
    await setPrice(0);
    expect((await buyer.request('GET', `/api/handles/${id}/renewal`)).body.price).toBe(0);
    const order = await buyer.request('POST', '/paypal/order', { ...PLUS, amount: 0, renew: id });
    expect(order.body.code).toBe('nothing_to_pay');
    const response = await buyer.request('POST', `/api/handles/${id}/renewal`, {});
    expect([response.status, response.body.handle]).toEqual([200, 'resteds']);
    expect((await buyer.request('GET', '/api/handles')).body[0].status).toBe('active');
  });

  it('keeps handles of a plan that is no longer given away free of charge until the notice of a rise has ended', async () => {
    const admin = await signedInAdmin(server);
    const setFree = async (free: string[]) => {
      const { body } = await admin.request('GET', '/api/admin/site');
      const changed = await admin.request('PUT', '/api/admin/site', { ...body, names: { ...body.names, free } });
      expect(changed.status, changed.text).toBe(200);
      await server.liveSite.load();
    };
    await setFree(['Plus']);
    const { id } = await claimedFree('bestow');
    // The price of the package does not matter while nobody pays it.
    const { body: packages } = await admin.request('GET', '/api/admin/packages');
    const { id: plus, ...price } = packages.find(({ name }: { name: string }) => name === 'Plus');
    const raised = { name: 'Plus', price_yearly_usd_full: price.price_yearly_usd_full, price_yearly_usd_now: 5.99 };
    expect((await admin.request('PUT', `/api/admin/packages/${plus}`, raised)).status).toBe(200);
    expect(await mailTo(server, 'bestow@inbox.example')).toEqual([]);
    await setFree([]);
    const email = (await server.sentEmails()).find(({ sentTo }) => sentTo === 'bestow@inbox.example');
    expect(email?.subject).toContain('the Plus plan costs $5.99 a year from');
    expect(email?.text?.replace(/\s+/g, ' ')).toContain('Until then it costs nothing.');

    const row = server.db.selectFrom('handles').select(['account_id', 'paid_until']).where('id', '=', id);
    const end = async () => Number((await row.executeTakeFirstOrThrow()).paid_until);
    const addedByRenewal = async () => {
      const soon = new Date(server.clock().getTime() + 20 * DAY);
      await server.db.updateTable('handles').set({ paid_until: soon }).where('id', '=', id).execute();
      await tidy();
      return (await end()) - soon.getTime();
    };
    expect(await addedByRenewal()).toBeGreaterThanOrEqual(365 * DAY);
    server.advance(32 * DAY);
    expect(await addedByRenewal()).toBe(0);
    const account = { id: Number((await row.executeTakeFirstOrThrow()).account_id) };
    const quote = await quoteRenewal(context(), { account, id, right: 'own' });
    expect(quote.price).toBe(5.99);
  });
});

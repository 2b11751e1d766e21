import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { endGivenUpHandles } from '../../server/give-up/end-rules.ts';
import { createDirectory } from '../../server/mail/adapters/directory.ts';
import { createPaypal } from '../../server/payments/paypal/client.ts';
import { refundPayment } from '../../server/payments/refund-rules.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { everythingIn } from '../support/api/owned-resources.ts';
import { linkIn } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { addMember, createColleague, createDeluxeOwner, deluxeName } from '../support/api/team.ts';
import { Buyer, ledger, reconcile } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base, HANDLES_PER_ACCOUNT: '1' }));

const context = () => ({
  db: server.db,
  clock: server.clock,
  site: server.config.site,
  paypal: createPaypal(server.config.paypal),
});
/** Runs the rule of the nightly job. */
const end = () => endGivenUpHandles(context());
const rowOf = (id: number) =>
  server.db.selectFrom('handles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const mails = async () => (await server.sentEmails()).map(({ sentTo, subject }) => [sentTo, String(subject)]);
const resolve = (handle: string) => createDirectory(server.db, []).resolve(handle);

/** Returns an owner of a handle, with the calls that give it up and keep it. */
async function createOwner(make: () => Promise<Awaited<ReturnType<typeof createSendingPerson>>>) {
  const made = await make();
  const call = (name: string) => made.person.request('POST', `/api/handles/${made.id}/${name}`);
  return { ...made, giveUp: () => call('give-up'), keep: () => call('keep') };
}
const deluxe = () => createOwner(() => createDeluxeOwner(server));
const plain = () => createOwner(() => createSendingPerson(server, deluxeName()));

/** Buys a handle of the Plus plan. */
async function buyer(name: string) {
  const person = new Buyer(server, paypal, name);
  const order = await person.buys();
  await person.request('POST', '/api/send-login-magic-link', { email: person.email });
  const mail = (await server.sentEmails()).find(({ text }) => text?.includes('/link/'));
  expect((await person.request('POST', linkIn(mail?.text))).status).toBe(303);
  const { id } = (await person.request('GET', '/api/handles')).body[0];
  const call = (act: string) => person.request('POST', `/api/handles/${id}/${act}`);
  return { person, order, id: Number(id), giveUp: () => call('give-up'), keep: () => call('keep') };
}

describe('giving up a handle', () => {
  it('giving up a handle takes page, mail and team offline immediately and notifies everybody; keeping the handle restores everything exactly', async () => {
    const owner = await deluxe();
    const member = await createColleague(server);
    await addMember(server, owner.id, member, 'manager');
    await server.sentEmails();
    const before = await everythingIn(server);
    const resolved = await resolve(owner.handle);
    expect(resolved.kind).toBe('forward');
    const { status, body } = await owner.giveUp();
    const { given_up_at: givenUpAt } = await rowOf(owner.id);
    expect([status, new Date(body.until).getTime()]).toEqual([200, Number(givenUpAt) + 7 * DAY]);
    expect((await owner.person.request('GET', `/${owner.handle}`)).status).toBe(404);
    expect(await resolve(owner.handle)).toMatchObject({ kind: 'refuse', code: 550, enhanced: '5.1.1' });
    expect((await member.person.request('GET', `/api/handles/${owner.id}`)).status).toBe(404);
    const { person } = owner;
    const [listed] = (await person.request('GET', `/api/handles?handle=${owner.handle}`)).body;
    expect(listed).toMatchObject({ status: 'quarantined', givenUpUntil: body.until });
    expect((await person.request('GET', '/api/account/export')).body.handles.at(-1).givenUpAt).not.toBeNull();
    const told = await mails();
    expect(told).toContainEqual([owner.email, `You gave up ${owner.handle} on localhost:3000`]);
    expect(told).toContainEqual([member.email, `${owner.handle} on localhost:3000 was given up`]);

    expect((await owner.giveUp()).body).toEqual(body);
    expect(await mails()).toEqual([]);
    expect((await owner.keep()).status).toBe(200);
    expect(await resolve(owner.handle)).toEqual(resolved);
    expect((await owner.person.request('GET', `/${owner.handle}`)).status).toBe(200);
    expect((await member.person.request('GET', `/api/handles/${owner.id}`)).body.role).toBe('manager');
    const back = (await mails()).map(([to]) => to);
    expect(back).toEqual(expect.arrayContaining([member.email, owner.email]));
    expect((await owner.keep()).status).toBe(200);
    expect(await mails()).toEqual([]);
    // Jobs draw the social image again.
    const changing = /profile_changed_at|last_used_at|^graphile_worker/;
    const plainly = (all: unknown) =>
      JSON.parse(JSON.stringify(all, (name, value) => (changing.test(name) ? undefined : value)));
    const activity = await person.request('GET', `/api/handles/${owner.id}/activity`);
    expect(activity.body.map(({ action }: { action: string }) => action).slice(0, 2)).toEqual([
      'handle.kept',
      'handle.given-up',
    ]);
    await server.db.deleteFrom('handle_activity').where('action', 'in', ['handle.kept', 'handle.given-up']).execute();
    await server.db.deleteFrom('limited_uses').where('kind', '=', 'give-up').execute();
    expect(plainly(await everythingIn(server))).toEqual(plainly(before));
  });

  it('giving up a handle requires the owner and a recent sign-in', async () => {
    const owner = await deluxe();
    const member = await createColleague(server);
    await addMember(server, owner.id, member, 'manager');
    const url = `/api/handles/${owner.id}/give-up`;
    expect((await member.person.request('POST', url)).body.code).toBe('role_without_right');
    const stranger = await createColleague(server);
    for (const path of [url, `/api/handles/${owner.id}/keep`]) {
      expect((await stranger.person.request('POST', path)).status).toBe(404);
    }
    await server.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .execute();
    expect((await owner.giveUp()).body.code).toBe('recent_sign_in_required');
    expect((await rowOf(owner.id)).given_up_at).toBeNull();
  });

  it('giving up a handle is refused if it is suspended or offered, while a payment is open, and after three times a day', async () => {
    const owner = await plain();
    const set = (state: 'active' | 'suspended') =>
      server.db.updateTable('handles').set({ state }).where('id', '=', owner.id).execute();
    await set('suspended');
    expect((await owner.giveUp()).body.code).toBe('give_up_blocked');
    await set('active');
    const offer = `/api/handles/${owner.id}/transfer`;
    await owner.person.request('POST', offer, { email: 'next@owner.example' });
    expect((await owner.giveUp()).body.code).toBe('transfer_pending');
    await owner.person.request('DELETE', offer);
    const now = server.clock();
    const payment = await server.db
      .insertInto('payments')
      .values({
        reference: crypto.randomUUID(),
        plan: 'Deluxe',
        price_cents: 2500,
        handle_id: owner.id,
        state: 'pending',
        account_id: owner.accountId,
        client_id: 'c',
        created_at: now,
        next_check_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await owner.giveUp()).body.code).toBe('give_up_blocked');
    await server.db.deleteFrom('payments').where('id', '=', payment.id).execute();
    for (let time = 0; time < 3; time += 1) {
      expect((await owner.giveUp()).status).toBe(200);
      expect((await owner.keep()).status).toBe(200);
    }
    expect(await owner.giveUp()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });

  it('giving up a handle cannot be undone by paying, offering or suspending, and counts towards the limit of free handles', async () => {
    const person = await createColleague(server);
    const [{ id, handle }] = (await person.person.request('GET', '/api/handles')).body;
    expect((await person.person.request('POST', `/api/handles/${id}/give-up`)).status).toBe(200);
    const claim = await person.person.request('POST', '/api/profiles', { username: 'another-free-handle' });
    expect(claim.body.code).toBe('handle_limit');
    const taken = await person.person.request('GET', `/api/check-handle/${handle}`);
    expect(taken.body).toMatchObject({ available: false, reason: 'taken' });
    const deluxeOwner = await plain();
    await deluxeOwner.giveUp();
    const calls = [
      ['POST', 'renewal', 'not_renewable'],
      ['POST', 'transfer', 'transfer_blocked'],
      ['POST', 'members', 'plan_without_teams'],
    ] as const;
    for (const [method, path, code] of calls) {
      const body = { email: 'next@owner.example', ...(path === 'members' && { role: 'editor' }) };
      const sent = path === 'renewal' ? {} : body;
      const answer = await deluxeOwner.person.request(method, `/api/handles/${deluxeOwner.id}/${path}`, sent);
      expect([path, answer.body.code]).toEqual([path, code]);
    }
  });
});

describe('the end of the seven days', () => {
  it('the end of the seven days deletes everything of the handle, reserves the name for twelve months, and notifies the owner', async () => {
    const owner = await deluxe();
    await owner.giveUp();
    const { given_up_at: givenUpAt } = await rowOf(owner.id);
    await server.sentEmails();
    await server.advanceSignedIn(7 * DAY - 60_000);
    await end();
    expect((await rowOf(owner.id)).account_id).toBe(owner.accountId);
    await server.advanceSignedIn(120_000);
    await end();
    await end();
    expect(await rowOf(owner.id)).toMatchObject({ given_up_at: null, paid_until: null, display_name: null });
    expect(await rowOf(owner.id)).toMatchObject({ account_id: null, state: 'quarantined', quarantined_at: givenUpAt });
    for (const table of ['forwardings', 'handle_members', 'contacts', 'page_subscribers', 'app_passwords'] as const) {
      expect(await server.db.selectFrom(table).select('handle_id').where('handle_id', '=', owner.id).execute()).toEqual(
        [],
      );
    }
    const ended = (await mails()).filter(([to]) => to === owner.email);
    expect(ended).toEqual([[owner.email, `${owner.handle} on localhost:3000 is no longer yours`]]);
    expect((await owner.keep()).status).toBe(404);
    const free = async () => (await owner.person.request('GET', `/api/check-handle/${owner.handle}`)).body.reason;
    expect(await free()).toBe('taken');
    await server.advanceSignedIn(330 * DAY);
    await runNightlyJobs(server);
    expect(await free()).toBe('taken');
    await server.advanceSignedIn(35 * DAY);
    await runNightlyJobs(server);
    expect(await free()).toBeUndefined();
  });

  it('the end of the seven days has one outcome when the owner keeps the handle at that moment, and when two browsers act at the same time (attack 51)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const owner = await plain();
      expect((await Promise.all([owner.giveUp(), owner.giveUp()])).map(({ status }) => status)).toEqual([200, 200]);
      await server.sentEmails();
      await server.advanceSignedIn(7 * DAY);
      const [kept] = await Promise.all([owner.keep(), end(), end()]);
      const row = await rowOf(owner.id);
      expect([kept.status, row.account_id, row.state, row.given_up_at]).toEqual(
        kept.status === 200 ? [200, owner.accountId, 'active', null] : [404, null, 'quarantined', null],
      );
      expect((await mails()).length).toBe(1);
    }
  });

  it('the end of the seven days does not restore the handle with a reopened account, and precedes the erasure of the account', async () => {
    const owner = await plain();
    const other = await server.db
      .insertInto('handles')
      .values({ handle: 'another-one-of-them', account_id: owner.accountId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner.giveUp();
    const { quarantineHandles, restoreHandles } = await import('../../server/handles/shared/quarantine-store.ts');
    await quarantineHandles(server.db, owner.accountId, server.clock());
    await restoreHandles(server.db, owner.accountId, server.clock());
    expect([(await rowOf(owner.id)).state, (await rowOf(other.id)).state]).toEqual(['quarantined', 'active']);
    expect((await owner.keep()).status).toBe(200);
    expect((await rowOf(owner.id)).state).toBe('active');
  });
});

describe('the money', () => {
  it('the money is returned at the end if it was paid within 30 days before the request, once', async () => {
    const { person, order, id, giveUp } = await buyer('payback');
    expect((await person.request('GET', `/api/handles/${id}/give-up`)).body).toMatchObject({
      refund: 4.99,
      members: 0,
    });
    await server.advanceSignedIn(29 * DAY);
    await server.sentEmails();
    expect((await giveUp()).status).toBe(200);
    const [mail] = await server.sentEmails();
    expect(mail?.text).toContain('$4.99');
    expect((await ledger(server, order)).state).toBe('granted');
    await server.advanceSignedIn(8 * DAY);
    // The emails go to the address that the account has by then.
    await server.db
      .updateTable('accounts')
      .set({ email: 'new@address.example' })
      .where('email', '=', person.email)
      .execute();
    await Promise.all([end(), end()]);
    expect(await ledger(server, order)).toMatchObject({ state: 'refunding', refund_reason: 'given-up' });
    await reconcile(server);
    await reconcile(server);
    expect((await ledger(server, order)).state).toBe('refunded');
    expect(paypal.orders.all.get(order)?.capture?.status).toBe('REFUNDED');
    const returned = (await mails()).filter(([, subject]) => subject === 'Your payment to localhost:3000 is returned');
    expect(returned.map(([to]) => to)).toEqual(['new@address.example']);
  });

  it('the money is not returned for an older payment, and the email states the rest of the year', async () => {
    const { person, order, id, giveUp } = await buyer('too-old');
    const before = new Date(server.clock().getTime() - 31 * DAY);
    await server.db.updateTable('payments').set({ captured_at: before }).where('order_id', '=', order).execute();
    expect((await person.request('GET', `/api/handles/${id}/give-up`)).body.refund).toBe(0);
    await server.sentEmails();
    await giveUp();
    const [mail] = await server.sentEmails();
    expect(mail?.text).toMatch(
      /It is paid for until [^.]*\. The payment is older than 30 days,\s+so nothing is refunded/,
    );
    await server.advanceSignedIn(8 * DAY);
    await end();
    expect((await ledger(server, order)).state).toBe('granted');
    expect((await rowOf(id)).account_id).toBeNull();
  });

  it('the money is returned once if an administrator refunds it before the end, and the handle can then no longer be kept', async () => {
    const { order, id, giveUp, keep } = await buyer('by-admin');
    await giveUp();
    await refundPayment(context(), (await ledger(server, order)).id);
    expect((await keep()).status).toBe(404);
    await server.advanceSignedIn(8 * DAY);
    await end();
    expect(await ledger(server, order)).toMatchObject({ state: 'refunded', refund_reason: 'guarantee' });
    expect((await rowOf(id)).given_up_at).toBeNull();
  });
});

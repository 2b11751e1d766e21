import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { COMMAND_LINE } from '../../server/admin/audit/audit-store.ts';
import { listPayments, refund } from '../../server/admin/payments/payments-rules.ts';
import { recordCapture } from '../../server/payments/capture/capture-record-rules.ts';
import { createPaypal } from '../../server/payments/paypal/client.ts';
import { refundPayment } from '../../server/payments/refund-rules.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { fillSending } from '../support/api/sending-rows.ts';
import { addMember, createColleague, createOffer, deluxeName } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const LIMIT = 3;
const server = useServer({ HANDLES_PER_ACCOUNT: String(LIMIT) });

/** Returns the subjects of the emails that were sent, without notices to inboxes. */
const mails = async () => (await server.sentEmails()).map(({ sentTo, subject }) => [sentTo, String(subject)]);
const countOf = async (table: 'contacts' | 'flights' | 'forwardings' | 'auto_replies' | 'app_passwords', id: number) =>
  (await server.db.selectFrom(table).select('handle_id').where('handle_id', '=', id).execute()).length;

/** Records a granted payment of an account for a handle. */
async function pay(handleId: number, handle: string, accountId: number, changes: object = {}) {
  const now = server.clock();
  return server.db
    .insertInto('payments')
    .values({
      reference: crypto.randomUUID(),
      plan: 'Deluxe',
      price_cents: 2500,
      handle,
      email: 'payer@inbox.example',
      handle_id: handleId,
      account_id: accountId,
      client_id: 'c',
      created_at: now,
      next_check_at: now,
      state: 'granted',
      granted_at: now,
      captured_at: now,
      order_id: crypto.randomUUID(),
      capture_id: crypto.randomUUID(),
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const payments = () => ({
  db: server.db,
  clock: server.clock,
  site: server.config.site,
  paypal: createPaypal(server.config.paypal),
  log: undefined,
});

describe('an offer', () => {
  it('an offer is mailed to the receiver, the owner is warned, and only the receiver sees it', async () => {
    const { owner, receiver, url, id } = await createOffer(server);
    const sent = await mails();
    expect(sent).toContainEqual([receiver.email, `${owner.handle} on localhost:3000 is offered to you`]);
    expect(sent).toContainEqual([owner.email, `You offered ${owner.handle} to someone else`]);
    const { handle } = owner;
    const [waiting] = (await receiver.person.request('GET', '/api/invitations')).body.transfers;
    expect(waiting).toMatchObject({ id, handle, plan: 'Deluxe', offeredBy: owner.email });
    expect(waiting.paidUntil).toMatch(/Z$/);
    expect((await owner.person.request('GET', `/api/handles/${owner.id}/team`)).body.transfer.email).toBe(
      receiver.email,
    );
    const stranger = await createColleague(server);
    expect((await stranger.person.request('POST', `/api/transfers/${id}/accept`)).status).toBe(404);
    expect((await stranger.person.request('DELETE', `/api/transfers/${id}`)).status).toBe(404);
    const again = await owner.person.request('POST', url, { email: stranger.email });
    expect(again).toMatchObject({ status: 409, body: { code: 'transfer_pending' } });
  });

  it('an offer cannot be made to oneself, for a suspended handle, or while a payment is open', async () => {
    const owner = await createSendingPerson(server, deluxeName());
    const url = `/api/handles/${owner.id}/transfer`;
    const offer = () => owner.person.request('POST', url, { email: 'next@owner.example' });
    expect((await owner.person.request('POST', url, { email: owner.email.toUpperCase() })).body.code).toBe(
      'transfer_to_owner',
    );
    const { id } = await pay(owner.id, owner.handle, owner.accountId, { state: 'pending' });
    expect((await offer()).body.code).toBe('transfer_blocked');
    await server.db.updateTable('payments').set({ state: 'granted' }).where('id', '=', id).execute();
    await server.db.updateTable('handles').set({ state: 'suspended' }).where('id', '=', owner.id).execute();
    expect((await offer()).body.code).toBe('transfer_blocked');
    await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', owner.id).execute();
    expect((await offer()).status).toBe(201);
  });

  it('an offer cannot be accepted while a payment for the handle is open that began after the offer', async () => {
    const { owner, accept } = await createOffer(server);
    const { accountId } = (await server.db
      .selectFrom('handles')
      .select('account_id as accountId')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()) as { accountId: number };
    const { id } = await pay(owner.id, owner.handle, accountId, { state: 'captured', granted_at: null });
    expect((await accept()).body.code).toBe('transfer_blocked');
    await server.db.updateTable('payments').set({ state: 'refunded' }).where('id', '=', id).execute();
    expect((await accept()).status).toBe(200);
  });

  it('an offer can be withdrawn or declined, ends with the state of the handle, and expires after 14 days', async () => {
    const withdrawn = await createOffer(server);
    expect((await withdrawn.owner.person.request('DELETE', withdrawn.url)).status).toBe(200);
    expect((await withdrawn.owner.person.request('DELETE', withdrawn.url)).status).toBe(404);
    const declined = await createOffer(server);
    await server.sentEmails();
    expect((await declined.receiver.person.request('DELETE', `/api/transfers/${declined.id}`)).status).toBe(200);
    expect(await mails()).toEqual([[declined.owner.email, `Your offer of ${declined.owner.handle} was declined`]]);
    const ended = await createOffer(server);
    for (const state of ['resting', 'active'] as const) {
      await server.db.updateTable('handles').set({ state }).where('id', '=', ended.owner.id).execute();
    }
    for (const { accept } of [withdrawn, declined, ended]) expect((await accept()).status).toBe(404);
    const expired = await createOffer(server);
    await server.advanceSignedIn(14 * DAY + 1000);
    expect(await expired.accept()).toMatchObject({ status: 410, body: { code: 'transfer_expired' } });
    expect((await expired.receiver.person.request('GET', '/api/invitations')).body.transfers).toEqual([]);
    const renewed = await expired.owner.person.request('POST', expired.url, { email: expired.receiver.email });
    expect(renewed.status).toBe(201);
  });
});

describe('a transfer', () => {
  it('gives the page, the year and the team to the new owner, and ends the mail and the access of the old one', async () => {
    const { owner, receiver, accept } = await createOffer(server);
    const { id, handle } = owner;
    await fillSending(server, id, 'written-to.example').catch(() => undefined);
    await addMember(server, id, receiver, 'manager');
    const colleague = await createColleague(server);
    const memberId = await addMember(server, id, colleague, 'manager');
    await colleague.person.request('POST', `/api/handles/${id}/app-passwords`, { name: 'Of the member' });
    await owner.person.request('PATCH', `/api/handles/${id}`, { displayName: 'The page stays' });
    const before = await server.db.selectFrom('handles').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await server.sentEmails();
    expect(await accept()).toMatchObject({ status: 200, body: { handleId: id, handle } });
    const sent = await mails();
    expect(sent).toContainEqual([owner.email, `${handle} on localhost:3000 has a new owner`]);
    expect(sent).toContainEqual([receiver.email, `${handle} on localhost:3000 is yours`]);
    expect(sent).toContainEqual([owner.inbox, expect.stringContaining('was removed')]);
    expect((await owner.person.request('GET', `/api/handles/${id}`)).status).toBe(404);
    const now = (await receiver.person.request('GET', `/api/handles/${id}`)).body;
    expect(now).toMatchObject({ role: 'owner', displayName: 'The page stays', forwardingStatus: 'none' });
    expect(now.paidUntil).toBe(before.paid_until?.toISOString());
    for (const table of ['contacts', 'flights', 'forwardings', 'auto_replies'] as const) {
      expect([table, await countOf(table, id)]).toEqual([table, 0]);
    }
    const passwords = (await receiver.person.request('GET', `/api/handles/${id}/app-passwords`)).body;
    expect(passwords).toMatchObject([{ name: 'Of the member' }]);
    const members = (await receiver.person.request('GET', `/api/handles/${id}/members`)).body;
    expect(members).toMatchObject([{ id: memberId, email: colleague.email }]);
    expect((await colleague.person.request('GET', `/api/handles/${id}/team`)).body.owner).toEqual({
      email: receiver.email,
    });
    const [latest] = (await receiver.person.request('GET', `/api/handles/${id}/activity`)).body;
    expect(latest).toMatchObject({ action: 'transfer.accepted', by: receiver.email });
  });

  it('makes one transfer for two accepts at the same time', async () => {
    const { owner, receiver, accept } = await createOffer(server);
    const statuses = (await Promise.all([accept(), accept()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404]);
    const row = await server.db
      .selectFrom('handles')
      .select('account_id')
      .where('id', '=', owner.id)
      .executeTakeFirst();
    expect(row?.account_id).toBe(receiver.accountId);
  });

  it('a transfer is either accepted or withdrawn, never both', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { owner, url, accept } = await createOffer(server);
      const [accepted, withdrawn] = await Promise.all([accept(), owner.person.request('DELETE', url)]);
      expect([accepted.status, withdrawn.status].sort()).toEqual([200, 404]);
      const still = (await owner.person.request('GET', `/api/handles/${owner.id}`)).status;
      expect(still).toBe(accepted.status === 200 ? 404 : 200);
    }
  });

  it('keeps the limit of free handles of the new owner, even with a claim at the same time', async () => {
    const { receiver, accept } = await createOffer(server);
    const { accountId, person } = receiver;
    await server.db
      .insertInto('handles')
      .values({ handle: `second-of-${accountId}`, account_id: accountId })
      .execute();
    const claims = () => person.request('POST', '/api/profiles', { username: `third-of-${accountId}` });
    const [claimed, accepted] = await Promise.all([claims(), accept()]);
    expect([claimed.status, accepted.status].filter((status) => status < 300)).toHaveLength(1);
    const loser = claimed.status < 300 ? accepted : claimed;
    expect(loser).toMatchObject({ status: 409, body: { code: 'handle_limit' } });
    expect((await person.request('GET', '/api/handles')).body).toHaveLength(LIMIT);
  });

  it('does not count a paid handle against the limit of free handles', async () => {
    const { owner, receiver, accept } = await createOffer(server);
    await server.db
      .updateTable('handles')
      .set({ first_paid_at: server.clock(), first_price_cents: 2500 })
      .where('id', '=', owner.id)
      .execute();
    for (const name of ['two', 'three']) {
      const values = { handle: `${name}-of-${receiver.accountId}`, account_id: receiver.accountId };
      await server.db.insertInto('handles').values(values).execute();
    }
    expect((await accept()).status).toBe(200);
  });
});

describe('a payment of the old owner', () => {
  it('a payment of the old owner is not refunded under the guarantee after the transfer', async () => {
    const { owner, receiver, accept } = await createOffer(server);
    const { id } = await pay(owner.id, owner.handle, owner.accountId);
    const refundUntil = async ({ person }: Pick<typeof owner, 'person'>) =>
      (await person.request('GET', '/api/handles')).body.find((one: { id: number }) => one.id === owner.id).refundUntil;
    expect(await refundUntil(owner)).toEqual(expect.any(String));
    await accept();
    expect(await refundUntil(receiver)).toBeUndefined();
    await expect(refundPayment(payments(), id)).rejects.toMatchObject({ code: 'refund_after_transfer' });
    // Administrators read who paid and who owns the handle, in the list and in the rejection.
    const { items: listed } = await listPayments(server.db, { limit: 100 });
    expect(listed.find((one) => one.id === id)).toMatchObject({
      email: 'payer@inbox.example',
      handle: owner.handle,
      transferredTo: receiver.email,
    });
    const refused = refund(payments(), { actor: COMMAND_LINE, id, reason: 'Asked.' });
    await expect(refused).rejects.toMatchObject({
      code: 'refund_after_transfer',
      message: expect.stringContaining(`payer@inbox.example paid for ${owner.handle}, and ${receiver.email} owns it`),
    });
  });

  it('takes only the year from the new owner if PayPal returns the payment of the old one', async () => {
    const { owner, receiver, accept } = await createOffer(server);
    const payment = await pay(owner.id, owner.handle, owner.accountId);
    await accept();
    await server.sentEmails();
    const value = { currency_code: 'USD', value: '25.00' };
    const capture = { id: String(payment.capture_id), status: 'REFUNDED' as const, amount: value };
    await recordCapture(payments(), payment.id, capture);
    const row = await server.db.selectFrom('handles').selectAll().where('id', '=', owner.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ account_id: receiver.accountId, state: 'active' });
    expect(Math.abs((row.paid_until?.getTime() ?? 0) - server.clock().getTime())).toBeLessThan(60_000);
    const sent = await mails();
    expect(sent).toContainEqual([receiver.email, `The year of ${owner.handle} on localhost:3000 was revoked`]);
    expect(sent).toContainEqual([owner.email, 'Your payment to localhost:3000 is returned']);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { addJob } from '../../server/platform/jobs/jobs.ts';
import { createDepartingPerson, type DepartingPerson, runNightlyJobs } from '../support/api/departing-person.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let departing: DepartingPerson;
let ada: DepartingPerson['ada'];
let number: number;
let email = '';
beforeEach(async () => {
  departing = await createDepartingPerson(server);
  ({ ada, number, email } = departing);
});

describe('the deletion of an account with paid handles', () => {
  /** Pays for two handles of the person, one of them 31 days ago, and returns them. */
  async function withPaidHandles() {
    const now = server.clock();
    const [fresh, old] = [`f${number}`.padStart(6, 'r'), `o${number}`.padStart(6, 'l')];
    for (const [name, days] of [
      [fresh, 1],
      [old, 31],
    ] as const) {
      const at = new Date(now.getTime() - days * DAY);
      const paid = { handle: name, account_id: departing.accountId, paid_until: new Date(now.getTime() + 300 * DAY) };
      const { id } = await server.db
        .insertInto('handles')
        .values({ ...paid, first_paid_at: at, first_price_cents: 499 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await server.db
        .insertInto('payments')
        .values({
          reference: crypto.randomUUID(),
          plan: 'Plus',
          price_cents: 499,
          handle: name,
          email,
          handle_id: id,
          account_id: departing.accountId,
          client_id: 'c',
          created_at: at,
          next_check_at: at,
          state: 'granted',
          granted_at: at,
          captured_at: at,
          order_id: crypto.randomUUID(),
          capture_id: crypto.randomUUID(),
        })
        .execute();
    }
    return { fresh, old };
  }
  const stateOf = async (name: string) =>
    (await server.db.selectFrom('payments').select(['state', 'refund_reason']).where('handle', '=', name).execute())[0];

  it('names the handles, the rest of their year and the refund in the call, the email, the page and the last emails', async () => {
    const { fresh, old } = await withPaidHandles();
    const until = expect.any(String);
    expect((await ada.request('GET', '/api/account/deletion')).body.paidHandles).toEqual([
      { handle: old, paidUntil: until, refundCents: 0 },
      { handle: fresh, paidUntil: until, refundCents: 499 },
    ]);
    await ada.request('DELETE', '/api/account');
    const [order] = await server.sentEmails();
    const plain = (text: string | undefined) =>
      String(text)
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ');
    const [back, none] = ['You get $4.99 back when the account is erased', 'Nothing is refunded'];
    for (const text of [fresh, old, back, none, 'Paid until']) expect(plain(order?.text)).toContain(text);
    const page = plain((await ada.request('GET', linkIn(order?.text))).text);
    expect(page).toMatch(new RegExp(`${fresh} is paid until [^;]+; \\$4.99 is refunded when everything is erased`));
    expect(page).toMatch(new RegExp(`${old} is paid until [^;]+; nothing is refunded`));
    await ada.request('POST', linkIn(order?.text));
    const [closed] = await server.sentEmails();
    expect(closed?.subject).toBe('Your account on localhost:3000 is closed');
    for (const text of [fresh, back, none]) expect(plain(closed?.text)).toContain(text);
  });

  it('refunds the payments that the guarantee covered at the closing, once the account is erased', async () => {
    const { fresh, old } = await withPaidHandles();
    server.advance(28 * DAY);
    await departing.signIn(ada);
    await departing.leave();
    await server.sentEmails();
    server.advance(13 * DAY);
    await runNightlyJobs(server);
    expect(await stateOf(fresh)).toMatchObject({ state: 'granted' });
    server.advance(2 * DAY);
    await addJob(server.db, 'erase-closed-accounts', {});
    const mailed = await server.sentEmails();
    expect(await stateOf(fresh)).toEqual({ state: 'refunding', refund_reason: 'account-erased' });
    expect(await stateOf(old)).toEqual({ state: 'granted', refund_reason: null });
    const erased = mailed.find(({ subject }) => subject === 'Your account on localhost:3000 was erased');
    expect([erased?.sentTo, erased?.text?.replace(/\s+/g, ' ')]).toEqual([
      email,
      expect.stringContaining(`We are returning the $4.99 that you paid for localhost:3000/${fresh}.`),
    ]);
    expect(erased?.text).not.toContain(old);
    expect(mailed.map(({ subject }) => subject)).toContain('Your payment to localhost:3000 is returned');
  });

  it('refunds nothing when the person returns, and reports that the account is restored', async () => {
    const { fresh } = await withPaidHandles();
    await departing.leave();
    const back = new Person(server);
    await back.request('POST', '/api/send-login-magic-link', { email });
    const link = (await server.sentEmails()).find(({ subject }) => subject?.startsWith('Your closed account'));
    const pressed = await back.request('POST', linkIn(link?.text));
    expect(pressed.headers.location).toBe('/app/manage?restored');
    const subjects = (await server.sentEmails()).map(({ subject }) => subject);
    expect(subjects).toContain('Your account on localhost:3000 is back');
    server.advance(30 * DAY);
    await runNightlyJobs(server);
    expect(await stateOf(fresh)).toMatchObject({ state: 'granted' });
  });

  it('also reports the restored account in the response to the code', async () => {
    await departing.leave();
    await server.sentEmails();
    const back = new Person(server);
    await back.request('POST', '/api/send-login-magic-link', { email });
    const [mail] = await server.sentEmails();
    const code = /^(\d{3} \d{3})$/m.exec(mail?.text ?? '')?.[1];
    const { body } = await back.request('POST', '/api/sign-in-code', { email, code });
    expect(body.user).toMatchObject({ email, restored: true });
    expect((await back.request('GET', '/api/user')).body.restored).toBeUndefined();
    await server.sentEmails();
  });
});

import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { countUses } from '../support/accounts/limited-uses.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { Buyer } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const LIMIT = 3;
const paypal = usePaypal();
const server = useServer(() => ({
  PAYPAL_API_BASE: paypal.base,
  HANDLES_PER_ACCOUNT: String(LIMIT),
  RATE_LIMITS: 'on',
  TRUST_PROXY: '127.0.0.1',
}));

let people = 0;

/** Creates a person on a separate network, signed in with one free handle. */
async function newPerson(network?: string) {
  people += 1;
  const number = people;
  const from = { 'x-forwarded-for': network ?? `192.0.2.${number}` };
  const email = `person-${number}@inbox.example`;
  const person = new Person(server);
  // Receipts of earlier buyers may still be queued.
  await server.sentEmails();
  await person.claim(`first-of-person-${number}`, email);
  const claim = (username: string, headers = from) => person.request('POST', '/api/profiles', { username }, headers);
  return { person, number, email, claim, from };
}

const names = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}-number-${n}`);

describe('the limit of free handles of an account', () => {
  it('applies the limit of free handles to parallel claims, and the error explains what to do', async () => {
    const { person, number, claim } = await newPerson();
    const responses = await Promise.all(names(8, `at-once-${number}`).map((name) => claim(name)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(6).fill(409)]);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({
      code: 'handle_limit',
      message:
        'This account already has 3 free handles, which is the limit. Paid handles are not limited; for more free ones, please write to our postmaster.',
    });
    expect((await person.request('GET', '/api/handles')).body).toHaveLength(LIMIT);
  });

  it('applies the limit of free handles to claims by magic link, and requesting the link does not reveal that the account is full', async () => {
    const { person, number, email, claim } = await newPerson();
    for (const name of names(2, `by-link-${number}`)) expect((await claim(name)).status).toBe(201);
    const wanted = `one-too-many-${number}`;
    const asked = await new Person(server).request('POST', '/api/send-magic-link', { email, handle: wanted });
    expect(asked.status).toBe(200);
    const [sentEmail] = await server.sentEmails();
    const response = await person.request('POST', linkIn(sentEmail?.text), undefined, { accept: 'text/html' });
    expect(response.status).toBe(409);
    expect(response.text).toContain('already has 3 free handles');
    expect((await person.request('GET', `/api/check-handle/${wanted}`)).body).toEqual({ available: true });
  });

  it('neither counts nor rejects paid handles at the limit of free handles', async () => {
    const { person, number, email, claim } = await newPerson();
    await new Buyer(server, paypal, `paid-${number}`, email).buys();
    for (const name of names(2, `besides-${number}`)) expect((await claim(name)).status).toBe(201);
    await new Buyer(server, paypal, `more-${number}`, email).buys();
    expect((await claim(`no-more-free-${number}`)).body.code).toBe('handle_limit');
    expect((await person.request('GET', '/api/handles')).body).toHaveLength(LIMIT + 2);
  });
});

describe('an administrator', () => {
  it('lets an administrator set and reset the limit of one account, with audit log entries', async () => {
    const { number, email, claim } = await newPerson();
    const admin = await signedInAdmin(server);
    const [{ id }] = (await admin.request('GET', `/api/admin/users?search=${email}`)).body;
    const path = `/api/admin/users/${id}/handle-limit`;
    expect((await admin.request('POST', path, { limit: 5, reason: 'A school.' })).status).toBe(200);
    for (const name of names(4, `raised-${number}`)) expect((await claim(name)).status).toBe(201);
    const full = await claim(`raised-no-more-${number}`);
    expect(full.body.message).toContain('already has 5 free handles');
    const [user] = (await admin.request('GET', `/api/admin/users?search=${email}`)).body;
    expect(user).toMatchObject({ handleLimit: 5 });
    expect((await admin.request('POST', path, { limit: null, reason: 'Left the school.' })).status).toBe(200);
    expect((await claim(`raised-no-more-${number}`)).body.message).toContain('already has 3 free handles');
    const [latest, before] = (await admin.request('GET', '/api/admin/audit')).body;
    expect(latest).toMatchObject({ before: { handleLimit: 5 }, after: { handleLimit: null } });
    expect(before).toMatchObject({
      act: 'handle-limit',
      target: `user ${id} (${email})`,
      reason: 'A school.',
      before: { handleLimit: null },
      after: { handleLimit: 5 },
    });
    for (const limit of [-1, 1.5, '7', 100_001, undefined]) {
      expect((await admin.request('POST', path, { limit, reason: 'Because.' })).status, String(limit)).toBe(400);
    }
    const unknown = await admin.request('POST', '/api/admin/users/999999/handle-limit', {
      limit: 5,
      reason: 'Because.',
    });
    expect(unknown.status).toBe(404);
  });
});

describe('the limit of free claims of a network', () => {
  it('counts a free claim for the network of the person who presses the button, for one day', async () => {
    const email = 'presser@inbox.example';
    await new Person(server).request('POST', '/api/send-magic-link', { email, handle: 'pressed-elsewhere' });
    const sentEmail = (await server.sentEmails()).find(({ sentTo }) => sentTo === email);
    const network = { 'x-forwarded-for': '198.51.100.7' };
    expect((await new Person(server).request('POST', linkIn(sentEmail?.text), undefined, network)).status).toBe(303);
    const claims = () =>
      server.db.selectFrom('limited_uses').select('value').where('kind', '=', 'free-claim').execute();
    expect(await claims()).toContainEqual({ value: '198.51.100.7' });
    server.advance(DAY + 1000);
    await runNightlyJobs(server);
    expect(await claims()).toEqual([]);
  });

  it('allows a network 50 free claims a day over all accounts, even in parallel and with forged addresses behind the proxy, and does not affect other networks (attack 39)', async () => {
    const network = { 'x-forwarded-for': '2001:db8:1:1::1' };
    const someone = await newPerson();
    const other = await newPerson();
    await server.db.updateTable('accounts').set({ free_handle_limit: 100 }).execute();
    await countUses(server, { kind: 'free-claim', by: 'network', value: '2001:db8:1:1::/64', times: 46 });
    const many = names(8, 'of-network').map((name, n) =>
      // A client may send a forged address; the proxy appends the true one to its right.
      (n % 2 ? someone : other).claim(name, { 'x-forwarded-for': `203.0.113.${n}, 2001:db8:1:1::${n}` }),
    );
    const responses = await Promise.all(many);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(4);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.body.code).toBe('too_many_claims');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(80_000);
    const linkRequest = { email: 'fresh@inbox.example', handle: 'asked-for-by-letter' };
    const asked = await new Person(server).request('POST', '/api/send-magic-link', linkRequest, network);
    expect([asked.status, asked.body.code]).toEqual([429, 'too_many_claims']);
    expect((await someone.claim('from-elsewhere-then')).status).toBe(201);
    server.advance(DAY + 1000);
    expect((await someone.claim('on-the-next-day', network)).status).toBe(201);
  });
});

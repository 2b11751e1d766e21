import { expect, it } from 'vitest';
import { DAY, HOUR } from '../../contract/time.ts';
import { signInEmail } from '../support/api/passkeys.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });

let number = 0;
/** Returns a different name for each test. */
const name = (prefix: string) => `${prefix}-${++number}`;

type Ask = (email: string, network: string, person?: Person) => Promise<number>;
const claim: Ask = async (email, network, person = new Person(server)) => {
  const body = { email, handle: name('wanted-by-somebody') };
  return (await person.request('POST', '/api/send-magic-link', body, { 'x-forwarded-for': network })).status;
};
const signIn: Ask = async (email, network, person = new Person(server)) => {
  const from = { 'x-forwarded-for': network };
  return (await person.request('POST', '/api/send-login-magic-link', { email }, from)).status;
};

/** Signs in a person who owns a free handle. */
async function createOwner() {
  const handle = name('owned-by-somebody');
  const email = `${handle}@inbox.example`;
  const person = new Person(server);
  await server.sentEmails();
  await person.claim(handle, email);
  const [{ id }] = (await person.request('GET', '/api/handles')).body;
  const verify = async (forwardingEmail: string) =>
    (await person.request('POST', '/api/email-forwarding', { handleId: id, forwardingEmail })).status;
  return { person, email, verify };
}

it.each([
  ['claims', claim],
  ['sign-ins', signIn],
])(
  'sends a newcomer an email although strangers request as many %s as they can for an address (attack 43)',
  async (_what, ask) => {
    const email = `${name('victim')}@inbox.example`;
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1)
      for (let stranger = 1; stranger <= 10; stranger += 1) statuses.push(await ask(email, `192.0.2.${stranger}`));
    // The first one of each network, and no other once five have been sent.
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(30).fill(429)]);
    expect(await ask(email, '198.51.100.1')).toBe(200);
    expect(await ask(email, '198.51.100.1')).toBe(429);
    // One customer of a provider may have a whole /48.
    expect(await ask(email, '2001:db8:1:1::1')).toBe(200);
    expect(await ask(email, '2001:db8:1:2::1')).toBe(429);
  },
);

it.each([
  ['claims', claim],
  ['sign-ins', signIn],
])(
  'sends an inbox at most 15 emails an hour and 25 a day for %s, from however many networks, and counts +tags as the same inbox (attack 26)',
  async (_what, ask) => {
    const local = name('flooded');
    const sent = [];
    let stranger = 0;
    for (let hour = 0; hour < 3; hour += 1) {
      let count = 0;
      for (let turn = 0; turn < 20; turn += 1) {
        stranger += 1;
        if ((await ask(`${local}+${turn}@inbox.example`, `203.0.113.${stranger}`)) === 200) count += 1;
      }
      sent.push(count);
      server.advance(HOUR + 1000);
    }
    expect(sent).toEqual([15, 10, 0]);
  },
);

it('counts requests of strangers for an address separately from those of its owner (attack 43)', async () => {
  const { person, email } = await createOwner();
  const strangers = Array.from({ length: 20 }, (_, at) => `192.0.2.${at + 100}`);
  for (const ask of [claim, signIn]) for (const network of strangers) await ask(email, network);
  expect([await claim(email, '192.0.2.200'), await signIn(email, '192.0.2.200')]).toEqual([429, 429]);
  // By the browser that has signed in before, and by the account.
  expect(await signIn(email, '192.0.2.100', person)).toBe(200);
  expect(await claim(email, '192.0.2.100', person)).toBe(200);
  expect((await person.request('DELETE', '/api/account')).status).toBe(202);
  await server.sentEmails();
});

it('does not let other accounts prevent the verification of an inbox (attack 43)', async () => {
  const inbox = `${name('real-inbox')}@private.example`;
  const others = [];
  for (let count = 0; count < 6; count += 1) others.push(await createOwner());
  const statuses = [];
  for (const { verify } of others) statuses.push(await verify(inbox));
  expect(statuses).toEqual(Array(6).fill(200));
  const { verify, email } = await createOwner();
  expect(await verify(inbox)).toBe(200);
  // The inbox of the account itself has a separate quota.
  for (const other of others) await other.verify(email);
  expect(await verify(email)).toBe(200);
  await server.sentEmails();
});

it('opens at most three accounts a day for one inbox, whatever +tags its addresses have', async () => {
  const local = name('opens-many');
  const open = async (tag: string) => {
    await server.sentEmails();
    const person = new Person(server);
    const email = `${local}${tag}@inbox.example`;
    await person.request('POST', '/api/send-magic-link', { email, handle: name('one-of-many') });
    const [mail] = await server.sentEmails();
    const { status, text } = await person.request('POST', linkIn(mail?.text), undefined, { accept: 'text/html' });
    return [status, text.includes('Several accounts were opened')];
  };
  for (const tag of ['', '+one', '+two']) expect(await open(tag)).toEqual([303, false]);
  server.advance(HOUR + 1000);
  expect(await open('+three')).toEqual([429, true]);
  // An account that exists is not opened again.
  expect(await open('+one')).toEqual([303, false]);
  server.advance(DAY);
  expect(await open('+three')).toEqual([303, false]);
});

it('keeps the last mailed code and link usable, whatever strangers request (attack 43)', async () => {
  const { person, email } = await createOwner();
  await person.request('POST', '/api/logout');
  await server.sentEmails();
  const stranger = (at: number) => `198.51.100.${at + 50}`;
  // All their codes are open, so that guesses at them together reach the allowed number.
  for (let at = 0; at < 5; at += 1) expect(await signIn(email, stranger(at))).toBe(200);
  await server.sentEmails();
  const { code, link } = await signInEmail(server, person, email);
  expect(code).toMatch(/^\d{3} \d{3}$/);
  for (let at = 5; at < 10; at += 1) expect(await signIn(email, stranger(at))).toBe(200);
  const without = (await server.sentEmails()).filter(({ text }) => text?.includes('has no code'));
  expect(without).toHaveLength(5);
  const guesses = Array.from({ length: 10 }, () =>
    new Person(server).request('POST', '/api/sign-in-code', { email, code }),
  );
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([410]));
  expect((await new Person(server).request('GET', link)).status).toBe(200);
  expect((await person.request('POST', '/api/sign-in-code', { email, code })).status).toBe(200);
  await server.sentEmails();
});

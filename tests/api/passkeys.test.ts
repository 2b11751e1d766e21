import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../contract/time.ts';
import type { Authenticator, Lies } from '../support/api/authenticator.ts';
import {
  addPasskey,
  authenticatorFor,
  confirmByPasskey,
  signedInByLink,
  signInByPasskey,
} from '../support/api/passkeys.ts';
import { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const logged: Record<string, unknown>[] = [];
const server = useServer({}, { logged });

let number = 0;
/** Creates an account whose owner is signed in and has a passkey. */
async function owner(options: { counts?: boolean } = {}) {
  number += 1;
  const email = `passkeys-${number}@inbox.example`;
  const person = new Person(server);
  await person.claim(`has-a-passkey-${number}`, email);
  const authenticator = authenticatorFor(server, options);
  const added = await addPasskey(person, authenticator, { name: 'Laptop' });
  expect([added.status, added.text]).toEqual([201, expect.any(String)]);
  await server.sentEmails();
  return { person, email, authenticator, id: added.body.id as number };
}
const userOf = async (person: Person) => (await person.request('GET', '/api/user')).body?.email;

describe('adding a passkey', () => {
  it('stores a new passkey under its name and notifies the owner', async () => {
    const { person, email } = await owner();
    const added = await addPasskey(person, authenticatorFor(server, { counts: false }), { name: ' Phone 📱 ' });
    expect([added.status, added.body]).toMatchObject([201, { name: 'Phone 📱', isSynced: true, lastUsedAt: null }]);
    expect((await person.request('GET', '/api/passkeys')).body).toMatchObject([
      { name: 'Laptop', isSynced: false },
      { name: 'Phone 📱', isSynced: true },
    ]);
    expect(await server.sentEmails()).toMatchObject([
      { sentTo: email, subject: 'A passkey was added to your account on localhost:3000' },
    ]);
  });

  it('requests a discoverable key with user verification, and excludes the passkeys of the account', async () => {
    const { person } = await owner();
    const { body } = await person.request('POST', '/api/passkeys/options');
    expect(body).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ transports: ['internal'] }],
    });
    const again = await person.request('POST', '/api/passkeys/options');
    expect(again.body.user.id).toBe(body.user.id);
    expect(again.body.challenge).not.toBe(body.challenge);
  });

  it.each<[string, Lies]>([
    ['from another origin', { origin: 'http://localhost:3001' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without user verification', { userVerified: false }],
    ['in a frame of another site', { crossOrigin: true }],
    ['for another ceremony', { type: 'webauthn.get' }],
    ['with a certificate in its attestation', { certificate: randomBytes(64) }],
  ])('refuses a new passkey %s', async (_name, lies) => {
    const { person } = await owner();
    const response = await addPasskey(person, authenticatorFor(server), { lies });
    expect([response.status, response.body.code]).toEqual([400, 'passkey_refused']);
    expect((await person.request('GET', '/api/passkeys')).body).toHaveLength(1);
  });

  it('refuses to add a passkey by a replay, by the challenge of another session, or by one for a sign-in', async () => {
    const [{ person: ann }, { person: bob }] = [await owner(), await owner()];
    const options = (await ann.request('POST', '/api/passkeys/options')).body;
    const credential = authenticatorFor(server).create(options);
    const stolen = await bob.request('POST', '/api/passkeys', { credential });
    expect([stolen.status, stolen.body.code]).toEqual([410, 'passkey_expired']);
    expect((await ann.request('POST', '/api/passkeys', { credential })).status).toBe(201);
    expect((await ann.request('POST', '/api/passkeys', { credential })).body).toMatchObject({
      code: 'passkey_expired',
    });
    const { challenge } = (await ann.request('POST', '/api/passkeys/sign-in-options')).body;
    const other = authenticatorFor(server).create({ ...options, challenge });
    expect((await ann.request('POST', '/api/passkeys', { credential: other })).status).toBe(410);
  });

  it('refuses a credential that is already stored for any account', async () => {
    const [{ person: ann, authenticator }, { person: bob }] = [await owner(), await owner()];
    const { id } = authenticator.get((await ann.request('POST', '/api/recent-sign-in/options')).body);
    const options = (await bob.request('POST', '/api/passkeys/options')).body;
    const credential = authenticatorFor(server).create(options, { credentialId: Buffer.from(id, 'base64url') });
    const response = await bob.request('POST', '/api/passkeys', { credential });
    expect([response.status, response.body.code]).toEqual([409, 'passkey_known']);
  });

  it('accepts at most ten passkeys, even in parallel', async () => {
    const { person } = await owner();
    const credentials: object[] = [];
    for (let at = 0; at < 11; at += 1) {
      const options = (await person.request('POST', '/api/passkeys/options')).body;
      credentials.push(authenticatorFor(server).create(options));
    }
    const statuses: number[] = [];
    for (const credential of credentials) {
      statuses.push((await person.request('POST', '/api/passkeys', { credential })).status);
    }
    expect(statuses).toEqual([...Array(9).fill(201), 409, 409]);
    expect((await person.request('POST', '/api/passkeys/options')).body).toMatchObject({ code: 'passkey_limit' });
  });
});

describe('a sign-in with a passkey', () => {
  it('starts a recent session in any browser by a passkey', async () => {
    const { email, authenticator } = await owner();
    const person = new Person(server);
    const response = await signInByPasskey(person, authenticator);
    expect([response.status, response.body]).toMatchObject([200, { user: { email } }]);
    expect((await person.request('GET', '/api/sessions')).body[0]).toMatchObject({
      method: 'passkey',
      isCurrent: true,
    });
    expect((await person.request('GET', '/api/recent-sign-in')).body).toEqual({
      until: expect.any(String),
      hasPasskey: true,
    });
    expect((await person.request('GET', '/api/passkeys')).body[0].lastUsedAt).not.toBeNull();
  });

  it.each<[string, Lies]>([
    ['from another origin', { origin: 'https://localhost:3000' }],
    ['for another host', { rpId: 'localhost.evil.example' }],
    ['without user verification', { userVerified: false }],
    ['in a frame of another site', { crossOrigin: true }],
    ['for another ceremony', { type: 'webauthn.create' }],
    ['with a made-up signature', { signature: randomBytes(71) }],
    ['without a user handle', { userHandle: undefined }],
    ['with the user handle of nobody', { userHandle: randomBytes(32).toString('base64url') }],
  ])('refuses a sign-in with a passkey %s', async (_name, lies) => {
    const { authenticator } = await owner();
    const person = new Person(server);
    const response = await signInByPasskey(person, authenticator, lies);
    expect([response.status, response.body.code]).toEqual([400, 'passkey_refused']);
    expect(await userOf(person)).toBeUndefined();
  });

  it('refuses a replayed sign-in, even in parallel and in the same browser', async () => {
    const { authenticator } = await owner({ counts: false });
    const person = new Person(server);
    const options = (await person.request('POST', '/api/passkeys/sign-in-options')).body;
    const credential = authenticator.get(options);
    const thief = new Person(server);
    await thief.request('POST', '/api/passkeys/sign-in-options');
    const stolen = await thief.request('POST', '/api/passkeys/sign-in', { credential });
    expect([stolen.status, stolen.body.code]).toEqual([410, 'passkey_expired']);
    const tries = await Promise.all(
      Array.from({ length: 6 }, () => person.request('POST', '/api/passkeys/sign-in', { credential })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410]);
  });

  it('refuses a challenge that is five minutes old, made up, or for a confirmation', async () => {
    const { person, authenticator } = await owner();
    const options = (await person.request('POST', '/api/passkeys/sign-in-options')).body;
    const confirming = (await person.request('POST', '/api/recent-sign-in/options')).body;
    const made = { ...options, challenge: randomBytes(32).toString('base64url') };
    for (const wrong of [made, { ...options, challenge: confirming.challenge }]) {
      const response = await person.request('POST', '/api/passkeys/sign-in', { credential: authenticator.get(wrong) });
      expect([response.status, response.body.code]).toEqual([410, 'passkey_expired']);
    }
    server.advance(5 * MINUTE + 1000);
    const late = await person.request('POST', '/api/passkeys/sign-in', { credential: authenticator.get(options) });
    expect([late.status, late.body.code]).toEqual([410, 'passkey_expired']);
    await server.sentEmails();
  });

  it('a sign-in with a passkey uses up its challenge even if it fails', async () => {
    const { authenticator } = await owner();
    const person = new Person(server);
    const options = (await person.request('POST', '/api/passkeys/sign-in-options')).body;
    const sign = (lies?: Lies) =>
      person.request('POST', '/api/passkeys/sign-in', { credential: authenticator.get(options, lies) });
    expect((await sign({ signature: randomBytes(70) })).status).toBe(400);
    expect((await sign()).status).toBe(410);
  });

  it('refuses a copied passkey whose counter decreased, notifies the owner, and accepts authenticators that do not count', async () => {
    const { email, authenticator } = await owner();
    const copy: Authenticator = authenticator.copy();
    expect((await signInByPasskey(new Person(server), authenticator)).status).toBe(200);
    await server.sentEmails();
    expect((await signInByPasskey(new Person(server), copy)).body).toMatchObject({ code: 'passkey_refused' });
    expect(await server.sentEmails()).toMatchObject([
      { sentTo: email, subject: 'A sign-in to localhost:3000 was refused', text: expect.stringContaining('Laptop') },
    ]);
    expect((await signInByPasskey(new Person(server), authenticator)).status).toBe(200);
    const synced = await owner({ counts: false });
    for (let at = 0; at < 2; at += 1) {
      expect((await signInByPasskey(new Person(server), synced.authenticator)).status).toBe(200);
    }
    await server.sentEmails();
  });

  it('refuses the passkey of a suspended account, and lets a closed account sign in only by email', async () => {
    const { email, authenticator } = await owner();
    const set = (values: object) => server.db.updateTable('accounts').set(values).where('email', '=', email).execute();
    await set({ closed_at: server.clock() });
    expect((await signInByPasskey(new Person(server), authenticator)).body).toMatchObject({ code: 'account_closed' });
    await set({ closed_at: null, suspended_at: server.clock() });
    expect((await signInByPasskey(new Person(server), authenticator)).body).toMatchObject({
      code: 'account_suspended',
    });
  });

  it('a sign-in with a passkey is refused with a message for a malformed credential', async () => {
    const person = new Person(server);
    const { authenticator } = await owner();
    const options = (await person.request('POST', '/api/passkeys/sign-in-options')).body;
    const good = authenticator.get(options);
    const bad = (response: object) => ({ ...good, response: { ...good.response, ...response } });
    for (const credential of [
      {},
      { ...good, id: 'not base64url!' },
      { ...good, rawId: 'AAAA' },
      bad({ clientDataJSON: 'AAAA' }),
      bad({ clientDataJSON: Buffer.from('null').toString('base64url') }),
      bad({ clientDataJSON: 'A'.repeat(9000) }),
      bad({ authenticatorData: 'AAAA' }),
    ]) {
      const response = await person.request('POST', '/api/passkeys/sign-in', { credential });
      expect(response.status, response.text).toBeGreaterThanOrEqual(400);
      expect(response.status, response.text).toBeLessThan(500);
    }
    expect(await userOf(person)).toBeUndefined();
  });
});

describe('a confirmation with a passkey', () => {
  it('a confirmation with a passkey makes the session recent again under a new token, and ends the old token', async () => {
    const { person, authenticator } = await owner();
    server.advance(20 * MINUTE);
    const before = person.cookies.get('nameplate') ?? '';
    expect((await person.request('DELETE', '/api/sessions')).status).toBe(403);
    const response = await confirmByPasskey(person, authenticator);
    expect([response.status, response.body]).toEqual([200, { until: expect.any(String), hasPasskey: true }]);
    expect((await person.request('DELETE', '/api/sessions')).status).toBe(200);
    const cookie = { cookie: `nameplate=${before}` };
    expect((await new Person(server).request('GET', '/api/user', undefined, cookie)).status).toBe(401);
  });

  it('a confirmation with a passkey is refused for the passkey of another account, and for a challenge of another session', async () => {
    const [ann, bob] = [await owner(), await owner()];
    const options = (await ann.person.request('POST', '/api/recent-sign-in/options')).body;
    const credential = bob.authenticator.get({ ...options, allowCredentials: [] });
    const foreign = await ann.person.request('POST', '/api/recent-sign-in', { credential });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'passkey_unknown']);

    const other = await signedInByLink(server, ann.email);
    const theirs = ann.authenticator.get((await other.request('POST', '/api/recent-sign-in/options')).body);
    const replay = await ann.person.request('POST', '/api/recent-sign-in', { credential: theirs });
    expect([replay.status, replay.body.code]).toEqual([410, 'passkey_expired']);
    await server.sentEmails();
  });
});

describe('a stored passkey', () => {
  it('a stored passkey is renamed and removed only by its owner, and then no longer signs in', async () => {
    const [ann, bob] = [await owner(), await owner()];
    for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      const response = await bob.person.request(method, `/api/passkeys/${ann.id}`, body);
      expect([response.status, response.body.code]).toEqual([404, 'not_found']);
    }
    const renamed = await ann.person.request('PATCH', `/api/passkeys/${ann.id}`, { name: 'Work laptop' });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Work laptop']);
    expect((await ann.person.request('DELETE', `/api/passkeys/${ann.id}`)).status).toBe(200);
    expect(await server.sentEmails()).toMatchObject([
      { sentTo: ann.email, text: expect.stringContaining('“Work laptop”') },
    ]);
    const gone = await signInByPasskey(new Person(server), ann.authenticator);
    expect([gone.status, gone.body.code]).toEqual([404, 'passkey_unknown']);
  });

  it.each(['', '   ', 'x'.repeat(61), 'a\nb', '\u202eevil'])('a stored passkey is not named %j', async (name) => {
    const { person, id } = await owner();
    expect((await person.request('PATCH', `/api/passkeys/${id}`, { name })).status).toBe(400);
  });

  it('a stored passkey leaves neither its key nor a challenge in the log', () => {
    const text = JSON.stringify(logged);
    expect(text).toContain('passkeys.refused');
    expect(text).toContain('security.passkey_added');
    expect(text).not.toMatch(/@inbox\.example/);
  });
});

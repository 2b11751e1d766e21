import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../contract/time.ts';
import {
  addPasskey,
  authenticatorFor,
  confirmByPasskey,
  signedInByLink,
  signInByPasskey,
  signInEmail,
} from '../support/api/passkeys.ts';
import { Person } from '../support/api/person.ts';
import { processEnvironment } from '../support/server/process-environment.ts';
import { useServer } from '../support/server/test-server.ts';

const EMAIL = 'admin@operator.org';
const server = useServer({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://nameplate.example.org',
  SECRET_KEY: 'x'.repeat(64),
  ADMIN_EMAILS: EMAIL,
  PAYPAL_ENV: 'off',
  RATE_LIMITS: 'on',
});
beforeAll(async () => {
  await server.db.insertInto('accounts').values({ email: EMAIL }).execute();
});

const codeOf = async (person: Person, method: 'GET' | 'POST' = 'GET', url = '/api/admin/stats', body?: object) =>
  (await person.request(method, url, body)).body.code;
const pause = (person: Person) => codeOf(person, 'POST', '/api/admin/mail-queue/pause', { reason: 'Because.' });
const check = async (person: Person) => (await person.request('GET', '/api/admin/check')).body;
const run = (...args: string[]) => {
  const env = processEnvironment({ DATABASE_URL: server.url, DATA_DIR: server.dataDir });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/admin.ts', ...args], {
    env,
    encoding: 'utf8',
  });
  return [status, (stdout + stderr).trim()];
};

describe('an administrator in production', () => {
  let known: ReturnType<typeof authenticatorFor>;
  let admin: Person;

  it('an administrator enrols a passkey at the first sign-in, and has no access before', async () => {
    admin = await signedInByLink(server, EMAIL);
    expect(await check(admin)).toEqual({ isAdmin: true, role: 'owner', passkey: 'enrol' });
    expect(await codeOf(admin)).toBe('passkey_enrolment_required');
    expect(await pause(admin)).toBe('passkey_enrolment_required');
    known = authenticatorFor(server);
    expect((await addPasskey(admin, known)).status).toBe(201);
    expect(await check(admin)).toEqual({ isAdmin: true, role: 'owner' });
    expect((await admin.request('GET', '/api/admin/stats')).status).toBe(200);
    expect(await pause(admin)).toBeUndefined();
    await server.sentEmails();
  });

  it('an administrator needs the passkey in every session, and neither a link nor a code replaces it (attack 23)', async () => {
    const other = await signedInByLink(server, EMAIL);
    expect(await check(other)).toEqual({ isAdmin: true, role: 'owner', passkey: 'confirm' });
    expect(await codeOf(other)).toBe('passkey_required');
    const { code } = await signInEmail(server, other, EMAIL);
    expect((await other.request('POST', '/api/sign-in-code', { email: EMAIL, code })).status).toBe(200);
    expect(await codeOf(other)).toBe('passkey_required');
    expect((await confirmByPasskey(other, known)).status).toBe(200);
    expect((await other.request('GET', '/api/admin/stats')).status).toBe(200);
    const byKey = new Person(server);
    expect((await signInByPasskey(byKey, known)).status).toBe(200);
    expect((await byKey.request('GET', '/api/admin/stats')).status).toBe(200);
  });

  it('an administrator in production cannot add or remove passkeys in a session without it, nor remove the last one', async () => {
    const byMail = await signedInByLink(server, EMAIL);
    const [{ id }] = (await byMail.request('GET', '/api/passkeys')).body;
    expect(await codeOf(byMail, 'POST', '/api/passkeys/options')).toBe('passkey_required');
    expect((await byMail.request('DELETE', `/api/passkeys/${id}`)).body.code).toBe('passkey_required');
    expect((await admin.request('DELETE', `/api/passkeys/${id}`)).body.code).toBe('passkey_last');
    expect((await addPasskey(admin, authenticatorFor(server))).status).toBe(201);
    expect((await admin.request('DELETE', `/api/passkeys/${id}`)).status).toBe(200);
    known = authenticatorFor(server);
    expect((await addPasskey(admin, known)).status).toBe(201);
    await server.sentEmails();
  });

  it('an administrator confirms again before an act after 15 minutes, and reads without a confirmation', async () => {
    server.advance(16 * MINUTE);
    expect((await admin.request('GET', '/api/admin/stats')).status).toBe(200);
    expect(await pause(admin)).toBe('recent_sign_in_required');
    expect((await confirmByPasskey(admin, known)).status).toBe(200);
    expect(await pause(admin)).toBeUndefined();
  });

  it('ends the sessions of a user', async () => {
    const person = new Person(server);
    await person.claim('signed-out-by-an-admin', 'person@inbox.example');
    const { id } = (await person.request('GET', '/api/user')).body;
    const response = await admin.request('POST', `/api/admin/users/${id}/end-sessions`, { reason: 'A stolen laptop.' });
    expect(response.status).toBe(200);
    expect((await person.request('GET', '/api/user')).status).toBe(401);
    expect((await admin.request('GET', '/api/admin/audit?limit=1')).body).toMatchObject([
      { actor: EMAIL, act: 'end-sessions', reason: 'A stolen laptop.', after: { sessions: 1 } },
    ]);
    expect((await admin.request('POST', '/api/admin/users/999999/end-sessions', { reason: 'x' })).status).toBe(404);
  });

  it('npm run admin -- reset-passkeys restores the access of an administrator without passkeys', async () => {
    const [status, printed] = run('reset-passkeys', EMAIL.toUpperCase());
    expect([status, printed]).toEqual([0, expect.stringMatching(/^2 passkeys removed and \d sessions ended/)]);
    expect((await admin.request('GET', '/api/user')).status).toBe(401);
    expect(await server.sentEmails()).toMatchObject([
      { sentTo: EMAIL, text: expect.stringContaining('The operator of this installation did this') },
    ]);
    const again = await signedInByLink(server, EMAIL);
    expect(await codeOf(again)).toBe('passkey_enrolment_required');
    expect((await addPasskey(again, authenticatorFor(server))).status).toBe(201);
    expect((await again.request('GET', '/api/admin/audit?limit=1')).body).toMatchObject([
      { actor: 'command line', act: 'reset-passkeys', after: { passkeys: 2 } },
    ]);
    expect(run('reset-passkeys', 'nobody@inbox.example')).toEqual([1, expect.stringContaining('No account has')]);
  });

  it('npm run admin -- end-sessions signs out one person or everyone', async () => {
    const [one, other] = [new Person(server), new Person(server)];
    await one.claim('signed-out-alone', 'one@inbox.example');
    await other.claim('signed-out-with-all', 'other@inbox.example');
    expect(run('end-sessions', 'one@inbox.example')).toEqual([0, '1 session ended: one@inbox.example.']);
    expect((await one.request('GET', '/api/user')).status).toBe(401);
    expect((await other.request('GET', '/api/user')).status).toBe(200);
    expect(run('end-sessions', '--all')).toEqual([0, expect.stringMatching(/^\d+ sessions? ended\.$/)]);
    expect((await other.request('GET', '/api/user')).status).toBe(401);
    expect(run('grant', '--all')).toEqual([2, expect.stringContaining('npm run admin')]);
  });
});

it('requires no passkey from a user who is not an administrator', async () => {
  const person = new Person(server);
  await person.claim('needs-no-passkey', 'no-passkey@inbox.example');
  expect(await check(person)).toEqual({ isAdmin: false });
  expect(await codeOf(person)).toBe('forbidden');
});

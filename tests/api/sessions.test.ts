import { once } from 'node:events';
import { request } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { DAY, MINUTE } from '../../contract/time.ts';
import { addPasskey, authenticatorFor, signedInByLink, signInByPasskey } from '../support/api/passkeys.ts';
import { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const server = useServer();

let number = 0;
/** Creates an account whose owner is signed in. */
async function owner(): Promise<{ person: Person; email: string }> {
  number += 1;
  const email = `sessions-${number}@inbox.example`;
  const person = new Person(server);
  await person.claim(`owner-of-sessions-${number}`, email);
  return { person, email };
}
const listOf = async (person: Person) => (await person.request('GET', '/api/sessions')).body;
const statusOf = async (person: Person) => (await person.request('GET', '/api/user')).status;

it('keeps a session whose last use cannot be stored, because the database is read-only', async () => {
  const { person } = await owner();
  await server.advanceSignedIn(0);
  server.advance(6 * MINUTE);
  await sql`create function refuse_use() returns trigger language plpgsql as $$ begin
    raise exception 'cannot execute UPDATE in a read-only transaction' using errcode = 'read_only_sql_transaction'; end $$`.execute(
    server.db,
  );
  await sql`create trigger refuse_use before update on sessions for each row execute function refuse_use()`.execute(
    server.db,
  );
  const status = await statusOf(person);
  await sql`drop function refuse_use cascade`.execute(server.db);
  expect(status).toBe(200);
});

it('refuses a request whose session ended while its body arrived', async () => {
  const { person, email } = await owner();
  const [{ id }] = (await person.request('GET', '/api/handles')).body;
  const port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
  const { host, origin } = server.config.site;
  /** Begins to save a name, and ends the body after another act. */
  async function slowly(displayName: string, meanwhile: () => Promise<unknown>): Promise<number | undefined> {
    // The recorded use of the session shows that the session was read.
    server.advance(6 * MINUTE);
    const before = server.clock();
    const cookie = `nameplate=${person.cookies.get('nameplate')}`;
    const headers = { host, origin, cookie, 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port, path: `/api/handles/${id}`, method: 'PATCH', headers });
    sent.write('{');
    const used = server.db.selectFrom('sessions').select('id').where('last_used_at', '>=', before);
    await vi.waitUntil(async () => (await used.execute()).length > 0, { timeout: 10_000 });
    await meanwhile();
    server.advance(1000);
    sent.end(`"displayName":"${displayName}"}`);
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  }
  expect(await slowly('Slow', async () => undefined)).toBe(200);
  const other = await signedInByLink(server, email);
  expect(await slowly('Too late', () => other.request('DELETE', '/api/sessions'))).toBe(401);
  expect((await other.request('GET', `/api/handles/${id}`)).body.displayName).toBe('Slow');
});

describe('the list of sessions', () => {
  it('shows each session with its device and shortened network, the current one first, and none of another account', async () => {
    const { person, email } = await owner();
    const other = await signedInByLink(server, email);
    await owner();
    const [current, second, ...rest] = await listOf(person);
    expect(rest).toEqual([]);
    expect(current).toEqual({
      id: expect.any(Number),
      device: null,
      network: '127.0.0.0/24',
      method: 'link',
      isCurrent: true,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    expect(second).toMatchObject({ isCurrent: false });
    expect(new Date(current.expiresAt).getTime() - new Date(current.createdAt).getTime()).toBe(30 * DAY);
    const text = JSON.stringify(await listOf(other));
    for (const token of [person, other].map((one) => one.cookies.get('nameplate') ?? '')) {
      expect(text).not.toContain(token);
    }
  });

  it('names the device by the User-Agent of the sign-in', async () => {
    const { person, email } = await owner();
    await person.request('POST', '/api/send-login-magic-link', { email });
    const [sent] = await server.sentEmails();
    const link = /(\/link\/[\w-]+)/.exec(sent?.text ?? '')?.[1] ?? '';
    await person.request('POST', link, undefined, { 'user-agent': FIREFOX });
    expect(await listOf(person)).toMatchObject([{ device: 'Firefox on Linux', method: 'link' }]);
  });

  it('records the last use at most every five minutes', async () => {
    const { person } = await owner();
    const lastUse = async () => new Date((await listOf(person))[0].lastUsedAt).getTime();
    const first = await lastUse();
    server.advance(4 * MINUTE);
    expect(await lastUse()).toBe(first);
    server.advance(MINUTE);
    await statusOf(person);
    expect(await lastUse()).toBeGreaterThanOrEqual(first + 5 * MINUTE);
  });

  it('keeps at most 50 sessions of an account and ends the one that has been idle longest', async () => {
    const { person } = await owner();
    const { id } = (await person.request('GET', '/api/user')).body;
    const authenticator = authenticatorFor(server);
    expect((await addPasskey(person, authenticator)).status).toBe(201);
    server.advance(6 * MINUTE);
    const now = server.clock();
    await server.db
      .insertInto('sessions')
      .values(
        Array.from({ length: 49 }, (_, at) => ({
          account_id: id,
          token_hash: Buffer.from(`session ${id} ${at}`),
          last_used_at: now,
          expires_at: new Date(now.getTime() + DAY),
        })),
      )
      .execute();
    const newest = new Person(server);
    expect((await signInByPasskey(newest, authenticator)).status).toBe(200);
    expect(await listOf(newest)).toHaveLength(50);
    expect(await statusOf(person)).toBe(401);
    await server.sentEmails();
  });
});

describe('the end of a session', () => {
  it('ends a session immediately when its owner ends it from another one', async () => {
    const { person, email } = await owner();
    const other = await signedInByLink(server, email);
    const [{ id }] = await listOf(other);
    expect((await person.request('DELETE', `/api/sessions/${id}`)).status).toBe(200);
    expect(await statusOf(other)).toBe(401);
    expect(await statusOf(person)).toBe(200);
    expect((await person.request('DELETE', `/api/sessions/${id}`)).status).toBe(404);
  });

  it('signs out the browser if it ends its own session', async () => {
    const { person } = await owner();
    const [{ id }] = await listOf(person);
    const response = await person.request('DELETE', `/api/sessions/${id}`);
    expect([response.status, response.headers['clear-site-data']]).toEqual([200, '"cache"']);
    expect(person.cookies.has('nameplate')).toBe(false);
  });

  it('does not end a session by its id from another account', async () => {
    const [{ person: ann }, { person: bob }] = [await owner(), await owner()];
    const [{ id }] = await listOf(ann);
    expect((await bob.request('DELETE', `/api/sessions/${id}`)).body).toMatchObject({ code: 'not_found' });
    expect((await bob.request('DELETE', '/api/sessions')).body).toEqual({ ended: 0 });
    expect([await statusOf(ann), await statusOf(bob)]).toEqual([200, 200]);
  });

  it('ends all other sessions immediately, but not the current one', async () => {
    const { person, email } = await owner();
    const others = [await signedInByLink(server, email), await signedInByLink(server, email)];
    expect((await person.request('DELETE', '/api/sessions')).body).toEqual({ ended: 2 });
    for (const other of others) expect(await statusOf(other)).toBe(401);
    expect(await statusOf(person)).toBe(200);
  });

  it('ends a session after 14 days without a request, and each request postpones the end', async () => {
    const { person } = await owner();
    const { person: idle } = await owner();
    server.advance(14 * DAY - MINUTE);
    expect(await statusOf(person)).toBe(200);
    server.advance(2 * MINUTE);
    expect([await statusOf(person), await statusOf(idle)]).toEqual([200, 401]);
    server.advance(14 * DAY + MINUTE);
    expect(await statusOf(person)).toBe(401);
  });

  it('ends all sessions when the address of the account changes, whatever changes it', async () => {
    const { person, email } = await owner();
    const other = await signedInByLink(server, email);
    const { person: bystander } = await owner();
    await server.db.updateTable('accounts').set({ email_visible: false }).where('email', '=', email).execute();
    expect(await statusOf(person)).toBe(200);
    await server.db
      .updateTable('accounts')
      .set({ email: `new-${email}` })
      .where('email', '=', email)
      .execute();
    expect([await statusOf(person), await statusOf(other), await statusOf(bystander)]).toEqual([401, 401, 200]);
  });
});

describe('the notice of a new device', () => {
  const notices = async () => (await server.sentEmails()).filter(({ subject }) => subject?.startsWith('New sign-in'));

  it('the notice of a new device is sent for the first sign-in of a browser to the account, and for no later one', async () => {
    const { person, email } = await owner();
    expect(await notices()).toEqual([]);
    const other = await signedInByLink(server, email);
    expect(await notices()).toMatchObject([
      { sentTo: email, text: expect.stringMatching(/Network: +127\.0\.0\.0\/24\nTime: +\d/) },
    ]);
    await signedInByLink(server, email, other);
    await signedInByLink(server, email, person);
    expect(await notices()).toEqual([]);
  });

  it('the notice of a new device is dropped after ten in an hour, and the sign-in still succeeds', async () => {
    const { person } = await owner();
    const authenticator = authenticatorFor(server);
    expect((await addPasskey(person, authenticator)).status).toBe(201);
    await server.sentEmails();
    for (let at = 0; at < 11; at += 1) {
      expect((await signInByPasskey(new Person(server), authenticator)).status).toBe(200);
    }
    // The notice of the passkey was the first of the ten.
    expect(await notices()).toHaveLength(9);
  });
});

describe('a recent sign-in', () => {
  it('a recent sign-in lasts 15 minutes and begins again with a new sign-in', async () => {
    const { person, email } = await owner();
    const begin = server.clock().getTime();
    const { until, hasPasskey } = (await person.request('GET', '/api/recent-sign-in')).body;
    expect(hasPasskey).toBe(false);
    expect(new Date(until).getTime()).toBeLessThanOrEqual(begin + 15 * MINUTE);
    server.advance(14 * MINUTE);
    const leave = () => person.request('DELETE', '/api/account');
    expect((await leave()).status).toBe(202);
    server.advance(MINUTE + 1000);
    const refused = await leave();
    expect([refused.status, refused.body.code]).toEqual([403, 'recent_sign_in_required']);
    expect((await person.request('GET', '/api/recent-sign-in')).body.until).toBeNull();
    await server.sentEmails();
    await signedInByLink(server, email, person);
    expect((await leave()).status).toBe(202);
    await server.sentEmails();
  });

  it('a recent sign-in is not needed for changes that cannot give others access', async () => {
    const { person } = await owner();
    const [{ id }] = (await person.request('GET', '/api/handles')).body;
    server.advance(DAY);
    expect((await person.request('PATCH', `/api/handles/${id}`, { bio: 'Still me.' })).status).toBe(200);
    const change = { bio: 'Not me.', forwardingEmail: 'mine@inbox.example' };
    expect((await person.request('PATCH', `/api/handles/${id}`, change)).body).toMatchObject({
      code: 'recent_sign_in_required',
    });
    expect((await person.request('GET', `/api/handles/${id}`)).body).toMatchObject({ bio: 'Still me.' });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../contract/time.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { withStatements } from '../support/server/statements.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

const server = useServer();
beforeAll(async () => {
  await new Person(server).claim('owner-of-this-one', 'owner@inbox.example');
});

async function signInLink(email: string): Promise<string> {
  expect((await new Person(server).request('POST', '/api/send-login-magic-link', { email })).status).toBe(200);
  // Notices of sign-ins may be earlier in the queue.
  const sentEmail = (await server.sentEmails()).find(({ subject }) => subject === 'Sign in to localhost:3000');
  return linkIn(sentEmail?.text);
}

describe('signing in', () => {
  it('does the same work for the same response whether or not the address has an account (attack 25)', async () => {
    const ask = (email: string) =>
      withStatements(() => new Person(server).request('POST', '/api/send-login-magic-link', { email }));
    const known = await ask('owner@inbox.example');
    const unknown = await ask('nobody@inbox.example');
    expect(unknown.result.status).toBe(known.result.status);
    expect(unknown.result.text).toBe(known.result.text);
    // The account is looked up when the email is written, long after the response.
    expect(known.statements.length).toBeGreaterThan(3);
    expect(unknown.statements).toEqual(known.statements);
    const emails = await server.sentEmails();
    expect(emails.map(({ sentTo }) => sentTo).sort()).toEqual(['nobody@inbox.example', 'owner@inbox.example']);
    const toUnknown = emails.find(({ sentTo }) => sentTo === 'nobody@inbox.example');
    expect(toUnknown?.text).toContain('http://localhost:3000/create');
    expect(toUnknown?.text).not.toContain('/link/');
  });

  it('starts a session by the button of the link, and ends it on the server at sign-out (attack 35)', async () => {
    const person = new Person(server);
    const link = await signInLink('Owner@inbox.example');
    expect((await person.request('GET', link)).text).toContain('owner@inbox.example');
    const button = await person.request('POST', link);
    expect(button.status).toBe(303);
    const cookie = String(button.headers['set-cookie']);
    expect(cookie).toMatch(/^nameplate=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
    expect((await person.request('GET', '/api/user')).body).toMatchObject({ email: 'owner@inbox.example' });

    const stored = await server.db.selectFrom('sessions').select('token_hash').execute();
    const token = person.cookies.get('nameplate') ?? '';
    expect(stored.some(({ token_hash }) => token_hash.toString('base64url') === token)).toBe(false);

    const out = await person.request('POST', '/api/logout');
    expect([out.status, out.headers['clear-site-data']]).toEqual([200, '"cache"']);
    const replay = await new Person(server).request('GET', '/api/user', undefined, { cookie: `nameplate=${token}` });
    expect(replay.status).toBe(401);
  });

  it('starts a session with a new token instead of a planted cookie (attack 35)', async () => {
    const person = new Person(server);
    await person.request('POST', await signInLink('owner@inbox.example'));
    const first = person.cookies.get('nameplate') ?? '';
    server.advance(DAY);
    await person.request('POST', await signInLink('owner@inbox.example'));
    expect(person.cookies.get('nameplate')).not.toBe(first);
    const old = await new Person(server).request('GET', '/api/user', undefined, { cookie: `nameplate=${first}` });
    expect(old.status).toBe(401);
  });

  it('redirects to no other site, whatever the address and its parameters name (attack 6)', async () => {
    const elsewhere = [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/%09/evil.example',
      'https:evil.example',
    ];
    elsewhere.push('%2f%2fevil.example', '@evil.example', 'data:text/html,x', 'https://localhost:3000@evil.example');
    const named = ['next', 'redirect', 'returnTo', 'return_to', 'url', 'goTo'].flatMap((name) =>
      elsewhere.map((url) => `${name}=${encodeURIComponent(url)}`),
    );
    const link = await signInLink('owner@inbox.example');
    const pressed = await new Person(server).request('POST', `${link}?${named.join('&')}`);
    expect([pressed.status, pressed.headers.location]).toEqual([303, '/app/manage']);
    const paths = elsewhere.flatMap((url) => [
      `/${url}`,
      `/${encodeURIComponent(url)}`,
      `/${encodeURIComponent(url)}/`,
    ]);
    for (const path of paths) {
      for (const url of [
        path,
        path.toUpperCase(),
        `${path}/contact`,
        `${path}/report`,
        `/app/${path}`,
        `/create?${named}`,
      ]) {
        const { headers } = await server.app.inject({ url, headers: { host: server.config.site.host } });
        if (headers.location) expect(headers.location, url).toMatch(/^\/(?![/\\\t])/);
      }
    }
    const capitals = await new Person(server).request('GET', '/Owner-Of-This-One');
    expect(capitals.headers.location).toBe('/owner-of-this-one');
  });

  it('ends a session after 30 days, even if it is in use', async () => {
    const person = new Person(server);
    await person.request('POST', await signInLink('owner@inbox.example'));
    const { name, value } = { name: 'nameplate', value: person.cookies.get('nameplate') ?? '' };
    const request = () => new Person(server).request('GET', '/api/user', undefined, { cookie: `${name}=${value}` });
    for (const days of [13, 13, 3]) {
      server.advance(days * DAY);
      expect((await request()).status).toBe(200);
    }
    server.advance(DAY + 1000);
    expect((await request()).status).toBe(401);
  });

  it('reports a link that belongs to another account than the signed-in one (attack 3)', async () => {
    const person = new Person(server);
    await person.request('POST', '/api/dev-login');
    const page = await person.request('GET', await signInLink('owner@inbox.example'));
    expect(page.text).toContain('owner@inbox.example');
    expect(page.text).toContain('admin@example.test');
  });

  it('offers the development sign-in as administrator, but not in production', async () => {
    const person = new Person(server);
    const response = await person.request('POST', '/api/dev-login');
    expect(response.body).toMatchObject({ user: { email: 'admin@example.test', isAdmin: true } });
    expect((await person.request('GET', '/api/user')).body).toMatchObject({ isAdmin: true });

    const production = await startServer({
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://nameplate.example.org',
      SECRET_KEY: 'x'.repeat(64),
      ADMIN_EMAILS: 'admin@operator.org',
      PAYPAL_ENV: 'sandbox',
      PAYPAL_CLIENT_ID: 'id',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_WEBHOOK_ID: 'hook',
      SUPPORT_PHONE: '+1 202 555 0123',
      RATE_LIMITS: 'on',
    });
    try {
      const request = (method: 'GET' | 'POST', url: string) =>
        new Person(production).request(method, url, undefined, { origin: 'https://nameplate.example.org' });
      expect((await request('POST', '/api/dev-login')).status).toBe(404);
      expect((await request('GET', '/dev/outbox')).status).toBe(404);
      const page = await request('GET', '/');
      expect(page.headers['strict-transport-security']).toMatch(/max-age=63072000/);
    } finally {
      await production.stop();
    }
  });
});

describe('the limit of sign-in emails', () => {
  const askFor = (person: Person, email: string, headers: Record<string, string> = {}) =>
    person.request('POST', '/api/send-login-magic-link', { email }, headers);
  const statuses = async (count: number, request: () => Promise<{ status: number }>) => {
    const found: number[] = [];
    for (let at = 0; at < count; at += 1) found.push((await request()).status);
    return found;
  };
  /** Signs an owner in and out again; the browser keeps its device cookie. */
  async function owner(name: string): Promise<{ person: Person; email: string }> {
    const person = new Person(server);
    const email = `${name}@inbox.example`;
    await person.claim(`${name}-has-a-page`, email);
    server.advance(25 * HOUR);
    expect((await person.request('POST', '/api/logout')).status).toBe(200);
    return { person, email };
  }

  it('does not count claims and other emails that strangers request as sign-in emails', async () => {
    const { email } = await owner('claimed-away');
    const claims = await statuses(6, () =>
      new Person(server).request('POST', '/api/send-magic-link', { email, handle: 'a-strangers-choice' }),
    );
    expect(claims).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await statuses(6, () => askFor(new Person(server), email))).toEqual([200, 200, 200, 200, 200, 429]);
    await server.sentEmails();
  });

  it('sends sign-in emails to a browser that has signed in before, even if strangers used up the limit', async () => {
    const { person, email } = await owner('known-browser');
    expect(await statuses(6, () => askFor(new Person(server), email))).toEqual([200, 200, 200, 200, 200, 429]);
    await server.sentEmails();
    expect(await statuses(6, () => askFor(person, email.toUpperCase()))).toEqual([200, 200, 200, 200, 200, 429]);
    const link = linkIn((await server.sentEmails()).at(-1)?.text);
    expect((await person.request('POST', link)).status).toBe(303);
    server.advance(HOUR + 1000);
    expect((await askFor(person, email)).status).toBe(200);
    // A known browser does not use up the limit of others either.
    expect((await askFor(new Person(server), email)).status).toBe(200);
    await server.sentEmails();
  });

  it('limits sign-in emails for strangers to five an hour and fifteen a day, whether or not there is an account', async () => {
    const { email } = await owner('asked-all-day');
    for (const address of [email, 'nobody-at-all@inbox.example']) {
      const found: number[] = [];
      for (let hour = 0; hour < 4; hour += 1) {
        found.push(...(await statuses(6, () => askFor(new Person(server), address))));
        server.advance(HOUR + 1000);
      }
      const five = [200, 200, 200, 200, 200, 429];
      expect(found).toEqual([...five, ...five, ...five, ...Array(6).fill(429)]);
      const refused = await askFor(new Person(server), address);
      expect(refused.body).toEqual({ code: 'too_many_letters', message: expect.any(String) });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    }
    await server.sentEmails();
  });

  it('does not raise the limit of sign-in emails for the cookie of another account or a forged one', async () => {
    const { email } = await owner('robbed-of-none');
    const thief = await owner('comes-to-rob-it');
    await statuses(5, () => askFor(new Person(server), email));
    expect((await askFor(thief.person, email)).status).toBe(429);
    const value = thief.person.cookies.get('nameplate-device') ?? '';
    for (const forged of [`A${value.slice(1)}`, value.slice(0, -1), 'x'.repeat(38), `${value}.${value}`]) {
      const response = await askFor(new Person(server), email, { cookie: `nameplate-device=${forged}` });
      expect(response.status).toBe(429);
    }
    await server.sentEmails();
  });

  it('raises the limit of sign-in emails for a device cookie that survives sign-out, starts no session and identifies no one', async () => {
    const { person, email } = await owner('keeps-a-cookie');
    expect([...person.cookies.keys()]).toEqual(['nameplate-device']);
    expect((await person.request('GET', '/api/user')).status).toBe(401);
    const value = person.cookies.get('nameplate-device') ?? '';
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain(email.slice(0, 5));
    await askFor(person, email);
    const button = await person.request('POST', linkIn((await server.sentEmails())[0]?.text));
    expect(button.headers['set-cookie']).toEqual([
      expect.stringMatching(/^nameplate=/),
      expect.stringMatching(/^nameplate-device=[\w-]{38}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });
});

describe('writes', () => {
  const body = { email: 'someone@inbox.example' };
  const send = (headers: Record<string, string>, payload: unknown = body) =>
    new Person(server).request('POST', '/api/send-login-magic-link', payload, headers);

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['a null origin', { origin: 'null' }, 403],
    ['an origin that only begins like ours', { origin: 'http://localhost:3000.evil.example' }, 403],
    ['the same host over another scheme', { origin: 'https://localhost:3000' }, 403],
    ['a plain text body', { 'content-type': 'text/plain' }, 415],
    ['a form body', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a multipart form body', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ])('rejects a write with %s (attack 36)', async (_name, headers, status) => {
    const response = await send(headers, headers['content-type' as keyof typeof headers] ? JSON.stringify(body) : body);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    expect(await server.sentEmails()).toEqual([]);
  });

  it('rejects a write with malformed JSON or prototype keys with a message', async () => {
    for (const payload of ['{"email":', '{"__proto__":{"admin":true},"email":"a@b.example"}', '[]', 'null', '']) {
      const response = await send({ 'content-type': 'application/json' }, payload);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ code: expect.stringMatching(/^invalid_/) });
      expect(response.text).not.toMatch(/at .*\.ts|node_modules/);
    }
  });

  it('returns 401 to a write of a signed-out client before it validates the body', async () => {
    const person = new Person(server);
    for (const [method, url] of [
      ['GET', '/api/user'],
      ['GET', '/api/handles?limit=nonsense'],
      ['GET', '/api/email-forwarding'],
      ['POST', '/api/email-forwarding'],
      ['POST', '/api/email-forwarding/abc/resend-verification'],
      ['PATCH', '/api/email-forwarding/1/toggle'],
      ['DELETE', '/api/email-forwarding/1'],
    ] as const) {
      const response = await person.request(method, url, method === 'GET' ? undefined : '{"broken', {
        'content-type': 'application/json',
      });
      expect([url, response.status]).toEqual([url, 401]);
      expect(response.body).toMatchObject({ code: 'signed_out' });
    }
  });
});

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { words } from '../../contract/words.ts';
import { Person } from '../support/api/person.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

const server = useServer();

describe('public pages', () => {
  it('shows every write on the public page immediately, with and without the cache', async () => {
    const person = new Person(server);
    await person.claim('cached-page-here', 'cached@inbox.example');
    const first = await person.request('GET', '/cached-page-here');
    expect(first.status).toBe(200);
    expect(first.headers['cache-control']).toContain('public');
    const same = await person.request('GET', '/cached-page-here', undefined, {
      'if-none-match': String(first.headers.etag),
    });
    expect(same.status).toBe(304);

    await server.db
      .updateTable('handles')
      .set({ display_name: 'Changed' })
      .where('handle', '=', 'cached-page-here')
      .execute();
    server.pageCache.drop('cached-page-here');
    const second = await person.request('GET', '/cached-page-here');
    expect(second.text).toContain('Changed');
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  it('returns a public page that depends on the path only, not on cookies, headers or the query string (attack 37)', async () => {
    const plain = await new Person(server).request('GET', '/digital-universe');
    for (const headers of [
      { cookie: 'nameplate=whatever' },
      { 'x-forwarded-host': 'evil.example' },
      { 'x-forwarded-proto': 'https' },
      { 'accept-language': 'de' },
      { 'user-agent': 'somebody else' },
      { authorization: 'Bearer x' },
    ]) {
      expect((await new Person(server).request('GET', '/digital-universe?utm=x', undefined, headers)).text).toBe(
        plain.text,
      );
    }
    expect(plain.headers['set-cookie']).toBeUndefined();
  });

  it('redirects addresses with capital letters to the lower-case address', async () => {
    const response = await new Person(server).request('GET', '/Digital-Universe');
    expect(response.status).toBe(301);
    expect(response.headers.location).toBe('/digital-universe');
  });

  it('returns the fields of the contract in the JSON response of a public page', async () => {
    const response = await new Person(server).request('GET', '/api/profile/digital-universe');
    expect(response.body).toMatchObject({
      username: 'digital-universe',
      emailVisible: true,
      bannerImage: null,
      themeConfig: { primaryColor: '#00f5ff', secondaryColor: '#ff0084' },
    });
    expect(response.body.socialLinks).toHaveLength(7);
    expect((await new Person(server).request('GET', '/api/profile/nobody-has-this')).body).toMatchObject({
      code: 'not_found',
    });
  });

  it('returns 404 for a public page when the owner turns it off or the handle is not active', async () => {
    const person = new Person(server);
    await person.claim('switched-off-page', 'off@inbox.example');
    const set = (values: { profile_page?: boolean; state?: 'active' | 'suspended' }) =>
      server.db.updateTable('handles').set(values).where('handle', '=', 'switched-off-page').execute();
    for (const values of [{ profile_page: false }, { profile_page: true, state: 'suspended' as const }]) {
      await set(values);
      server.pageCache.clear();
      expect((await person.request('GET', '/switched-off-page')).status).toBe(404);
      expect((await person.request('GET', '/api/profile/switched-off-page')).status).toBe(404);
    }
  });
});

describe('unknown addresses', () => {
  it.each([
    '/no/such/place',
    '//evil.example/x',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/../package.json',
    '/app/../../x',
    '/a%00b',
    '/.git/config',
    '/.env',
    '/package.json.bak',
    '/assets/',
    '/media/',
    '/server-status',
  ])('returns an error with a message for the unknown address %s', async (url) => {
    const response = await new Person(server).request('GET', url, undefined, { accept: 'text/html' });
    expect([400, 404]).toContain(response.status);
    expect(response.text).not.toMatch(/node_modules|at .*\.ts:|root:/);
  });

  it('omits the signed-in email address from error pages that a cache may store as a file (attack 37)', async () => {
    const person = new Person(server);
    await person.claim('asks-for-no-file', 'no-file@inbox.example');
    const named = async (url: string) => (await person.request('GET', url)).text.includes('no-file@inbox.example');
    for (const url of ['/nope/x.css', '/nope/x.css?v=1', '/app/x.js', '/app/manage/x.png', '/nope/x.css%3f']) {
      expect([url, await named(url)]).toEqual([url, false]);
    }
    // Existing pages, and addresses without a file extension, still contain it.
    for (const url of ['/nope/x', '/app/manage', '/app/manage-handle/ann.smith']) {
      expect([url, await named(url)]).toEqual([url, true]);
    }
  });

  it('returns JSON for unknown API calls and a page for unknown screens', async () => {
    const call = await new Person(server).request('GET', '/api/nothing-here', undefined, { accept: 'text/html' });
    expect(call.body).toMatchObject({ code: 'not_found' });
    const screen = await new Person(server).request('GET', '/nothing/here', undefined, { accept: 'text/html' });
    expect(screen.status).toBe(404);
    expect(screen.text).toContain('404 Page Not Found');
  });

  it('sends the security headers with every response', async () => {
    for (const url of words('/ /create /digital-universe /nobody-has-this /api/user /link/x /no/such/place')) {
      const { headers } = await new Person(server).request('GET', url);
      expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff']);
      expect([url, headers['referrer-policy']]).toEqual([url, 'same-origin']);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
    }
  });
});

describe('without the database', () => {
  it('returns 503 for API calls without the database, and still shows screens', async () => {
    const away = await startServer();
    await sql`select 1`.execute(away.db);
    const name = new URL(away.url).pathname.slice(1);
    await sql
      .raw(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      .execute(server.db);
    await sql.raw(`alter database ${name} rename to ${name}_away`).execute(server.db);
    try {
      const person = new Person(away);
      const call = await person.request('GET', '/api/check-handle/whatever-handle');
      expect(call.status).toBe(503);
      expect(call.body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('try again') });
      expect(call.headers['x-request-id']).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
      expect((await person.request('GET', '/readyz')).status).toBe(503);
      expect((await person.request('GET', '/healthz')).status).toBe(200);
      const screen = await person.request('GET', '/app/manage', undefined, {
        cookie: 'nameplate=x',
        accept: 'text/html',
      });
      expect(screen.status).toBe(200);
      const page = await person.request('GET', '/some-handle-here', undefined, { accept: 'text/html' });
      expect(page.status).toBe(503);
      expect(page.text).toContain('try again');
    } finally {
      await sql.raw(`alter database ${name}_away rename to ${name}`).execute(server.db);
      await away.stop();
    }
  });
});

describe('field errors', () => {
  it('returns field errors with a readable message and the name of the field', async () => {
    const response = await new Person(server).request('POST', '/api/send-magic-link', { email: 'ann@inbox.example' });
    expect(response.body).toEqual({
      code: 'invalid_input',
      message: 'Please check what you entered and try again.',
      errors: [{ path: 'handle', message: expect.any(String) }],
    });
    const address = await new Person(server).request('POST', '/api/send-login-magic-link', { email: 'nonsense' });
    expect(address.body).toMatchObject({ message: 'Please enter a valid email address', errors: [{ path: 'email' }] });
  });
});

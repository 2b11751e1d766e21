import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { loggedNetwork } from '../../server/platform/log/security-log.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const logged: Record<string, unknown>[] = [];
const server = useServer({ RATE_LIMITS: 'on' }, { logged });
let port: number;
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});

/** Returns the security events that an action logs. */
async function eventsOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = logged.length;
  await act();
  return logged.slice(before).filter(({ event }) => String(event).startsWith('security.'));
}
const named = (events: Record<string, unknown>[]) => events.map(({ event }) => event);

describe('the security log', () => {
  it('records each step of signing in and out, with the account id only', async () => {
    const person = new Person(server);
    const email = 'logged@inbox.example';
    await person.claim('logged-in-and-out', email);
    const { id } = (await person.request('GET', '/api/user')).body;
    const asked = await eventsOf(() => person.request('POST', '/api/send-login-magic-link', { email }));
    expect(asked).toMatchObject([
      { event: 'security.sign_in_requested', level: 30, network: '127.0.0.0/24', knownDevice: true },
    ]);
    const link = linkIn((await server.sentEmails())[0]?.text);
    const stranger = new Person(server);
    expect(await eventsOf(() => stranger.request('POST', link))).toMatchObject([
      { event: 'security.sign_in_succeeded', account: id, method: 'POST', route: '/link/:token' },
    ]);
    expect(await eventsOf(() => new Person(server).request('POST', link))).toMatchObject([
      { event: 'security.sign_in_failed', code: 'link_used', purpose: 'sign-in' },
    ]);
    expect(await eventsOf(() => new Person(server).request('POST', '/link/made-up'))).toMatchObject([
      { event: 'security.sign_in_failed', code: 'link_invalid' },
    ]);
    expect(await eventsOf(() => stranger.request('POST', '/api/logout'))).toMatchObject([
      { event: 'security.sign_out', account: id },
    ]);
    expect(await eventsOf(() => stranger.request('POST', '/api/logout'))).toEqual([]);
    const text = JSON.stringify(logged);
    for (const secret of ['logged@inbox', 'logged-in-and-out', link.split('/').at(-1) ?? '', '127.0.0.1"']) {
      expect(text).not.toContain(secret);
    }
  });

  it('records a rejected origin, a foreign host, a rejected administrator call, the development sign-in and a forged webhook', async () => {
    const person = new Person(server);
    await person.claim('no-administrator', 'no-administrator@inbox.example');
    const { id } = (await person.request('GET', '/api/user')).body;
    const origin = { origin: 'https://evil.example' };
    expect(await eventsOf(() => person.request('POST', '/api/logout', undefined, origin))).toMatchObject([
      { event: 'security.origin_refused', route: '/api/logout' },
    ]);
    const host = { host: 'evil.example' };
    expect(named(await eventsOf(() => person.request('GET', '/', undefined, host)))).toEqual(['security.host_refused']);
    expect(await eventsOf(() => person.request('GET', '/api/admin/users'))).toMatchObject([
      { event: 'security.admin_denied', account: id, route: '/api/admin/users' },
    ]);
    expect(named(await eventsOf(() => new Person(server).request('POST', '/api/dev-login')))).toEqual([
      'security.sign_in_succeeded',
      'security.dev_sign_in',
    ]);
    const forwarded = { 'x-forwarded-for': '192.0.2.1' };
    expect(named(await eventsOf(() => person.request('POST', '/api/dev-login', undefined, forwarded)))).toEqual([
      'security.local_only_refused',
    ]);
    expect(named(await eventsOf(() => person.request('POST', '/paypal/webhook', {})))).toEqual([
      'security.webhook_refused',
    ]);
    expect(named(await eventsOf(() => person.request('PUT', '/media/uploads/unsigned?x=1')))).toEqual([
      'security.access_denied',
    ]);
  });

  it('records a sign-in to a suspended account', async () => {
    const email = 'suspended@inbox.example';
    await new Person(server).claim('suspended-for-now', email);
    await new Person(server).request('POST', '/api/send-login-magic-link', { email });
    const link = linkIn((await server.sentEmails())[0]?.text);
    await server.db.updateTable('accounts').set({ suspended_at: new Date() }).where('email', '=', email).execute();
    expect(await eventsOf(() => new Person(server).request('POST', link))).toMatchObject([
      { event: 'security.sign_in_failed', code: 'account_suspended' },
    ]);
  });

  it('records a network over its limit at most once a minute', async () => {
    const events = await eventsOf(async () => {
      for (let count = 0; count < 40; count += 1) {
        await server.app.inject({
          method: 'POST',
          url: '/api/send-login-magic-link',
          remoteAddress: '198.51.100.7',
          payload: { email: `flood-${count}@inbox.example` },
        });
      }
    });
    const limited = events.filter(({ event }) => event === 'security.rate_limited');
    expect(limited).toMatchObject([{ code: 'too_many_requests', network: '198.51.100.0/24' }]);
  });
});

it('does not log an error for a client that disconnects while it sends a body', async () => {
  const before = logged.length;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /api/send-login-magic-link HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"email":',
  );
  await once(server.app.server, 'request');
  socket.destroy();
  // The line at level debug shows that the abort was handled.
  await expect.poll(() => logged.slice(before).map(({ event }) => event)).toContain('http.request_aborted');
  expect(logged.slice(before).filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

it.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['2001:db8::3', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
])('logs the network of %s as %s', (ip, network) => expect(loggedNetwork(ip)).toBe(network));

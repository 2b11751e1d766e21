import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { countUses } from '../support/accounts/limited-uses.ts';
import { createFormPage, errorsIn, FormVisitor, tokenIn } from '../support/api/page-form.ts';
import { useServer } from '../support/server/test-server.ts';

const MESSAGE = { name: 'Bob', email: 'bob@visitor.example', message: 'Hello' };
const server = useServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', MAIL_DOMAIN: 'mail.example' });
let number = 0;
beforeEach(() => server.advance(25 * HOUR));

/** Returns a visitor on a separate network. */
const visitor = (network = `198.51.${number >> 8}.${number++ & 255}`) =>
  new FormVisitor(server, { 'x-forwarded-for': network });
const queuedFor = (handle: string) =>
  server.db.selectFrom('mail_recipients').select('id').where('destination', '=', `${handle}@mail.example`).execute();

describe('the origin of a form', () => {
  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another site that hides its origin', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
  ])('rejects a form of %s', async (_, headers) => {
    const { handle } = await createFormPage(server);
    const bob = visitor();
    const { token } = await bob.open(handle, 'contact');
    server.advance(5000);
    expect((await bob.send(handle, 'contact', { form: token, ...MESSAGE }, headers)).status).toBe(403);
    expect(await queuedFor(handle)).toEqual([]);
    // An old browser sends no Origin.
    const old = { origin: undefined };
    expect((await bob.send(handle, 'contact', { form: token, ...MESSAGE }, old)).status).toBe(200);
  });

  it('accepts forms only at the two paths of a page, and accepts only forms there', async () => {
    const { handle } = await createFormPage(server);
    const bob = visitor();
    const json = { 'content-type': 'application/json' };
    expect((await bob.send(handle, 'contact', JSON.stringify(MESSAGE), json)).status).toBe(415);
    expect((await bob.send(handle, 'contact', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
    const headers = { host: server.config.site.host, 'content-type': 'application/x-www-form-urlencoded' };
    const elsewhere = ['/api/support', '/api/send-magic-link', '/list/x', '/link/x', `/${handle}/ping/x`];
    const statuses = elsewhere.map(async (url) => {
      const { statusCode } = await server.app.inject({ method: 'POST', url, headers, payload: 'email=a%40b.example' });
      return statusCode;
    });
    expect(await Promise.all(statuses)).toEqual([401, 415, 415, 415, 204]);
  });
});

describe('the token of a form', () => {
  it('rejects a form without our token, a form with the token of another page, and a form that a program has filled in', async () => {
    const [one, other] = [await createFormPage(server), await createFormPage(server)];
    const bob = visitor();
    const { token } = await bob.open(other.handle, 'contact');
    const subscribing = await bob.open(one.handle, 'subscribe');
    const own = await bob.open(one.handle, 'contact');
    const soon = await bob.send(one.handle, 'contact', { form: own.token, ...MESSAGE });
    expect([soon.status, soon.html.includes('faster than a person types')]).toEqual([400, true]);
    server.advance(5000);
    for (const form of [
      '',
      'x'.repeat(5000),
      `${own.token}x`,
      own.token.replace(/^t/, 'd'),
      token,
      subscribing.token,
    ]) {
      const sent = await bob.send(one.handle, 'contact', { form, ...MESSAGE });
      expect([sent.status, sent.html.includes('open for a long time')]).toEqual([400, true]);
      expect(sent.html).toContain('value="bob@visitor.example"');
    }
    const trapped = await bob.send(one.handle, 'contact', { form: own.token, extra: 'https://x.example', ...MESSAGE });
    expect([trapped.status, trapped.html.includes('https://x.example')]).toEqual([400, false]);
    expect(await queuedFor(one.handle)).toEqual([]);
  });

  it('accepts the form that it shows again, and a form that was open for at most a day', async () => {
    const { handle } = await createFormPage(server);
    const bob = visitor();
    const { token } = await bob.open(handle, 'contact');
    server.advance(23 * HOUR);
    expect((await bob.send(handle, 'contact', { form: token, ...MESSAGE })).status).toBe(200);
    server.advance(2 * HOUR);
    const late = await bob.send(handle, 'contact', { form: token, ...MESSAGE, message: 'Another' });
    expect(late.status).toBe(400);
    // Its fields are already filled in, so it need not wait again.
    const again = tokenIn(late.html);
    expect((await bob.send(handle, 'contact', { form: again, ...MESSAGE, message: 'Another' })).status).toBe(200);
    expect(await queuedFor(handle)).toHaveLength(2);
  });
});

describe('the minimum time for a form', () => {
  it.each([
    ['contact', 3000, MESSAGE],
    ['subscribe', 1000, { email: 'bob@visitor.example' }],
  ] as const)('the minimum time for the form %s is %d ms from its first rendering', async (form, needed, fields) => {
    const { handle } = await createFormPage(server);
    const bob = visitor();
    const { token } = await bob.open(handle, form);
    server.advance(needed - 600);
    const early = await bob.send(handle, form, { form: token, ...fields });
    expect([early.status, early.html.includes('faster than a person types')]).toEqual([400, true]);
    expect(early.html).toContain('value="bob@visitor.example"');
    server.advance(600);
    const wrong = await bob.send(handle, form, { form: tokenIn(early.html), ...fields, email: 'bob' });
    expect(wrong.status).toBe(400);
    expect((await bob.send(handle, form, { form: tokenIn(wrong.html), ...fields })).status).toBe(200);
  });

  it('the minimum time begins anew for a form with a token that is not ours', async () => {
    const { handle } = await createFormPage(server);
    const bob = visitor();
    const { token } = await bob.open((await createFormPage(server)).handle, 'contact');
    server.advance(5000);
    const refused = await bob.send(handle, 'contact', { form: token, ...MESSAGE });
    const again = await bob.send(handle, 'contact', { form: tokenIn(refused.html), ...MESSAGE });
    expect([again.status, again.html.includes('faster than a person types')]).toEqual([400, true]);
  });
});

describe('the limits of the contact form', () => {
  it('accepts 30 messages an hour for one page, from all visitors together', async () => {
    const { handle } = await createFormPage(server);
    const sends = Array.from({ length: 33 }, (_, at) =>
      visitor().fill(handle, 'contact', { ...MESSAGE, email: `bob${at}@visitor.example` }),
    );
    const sent = await Promise.all(sends);
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(30);
    const limited = sent.find(({ status }) => status === 429);
    expect(limited?.html).toContain('This page has received many of these in a short time. Nothing was sent.');
    expect(limited?.html).toContain('>Hello</textarea>');
    expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(3500);
    expect(await queuedFor(handle)).toHaveLength(30);
    server.advance(HOUR);
    expect((await visitor().fill(handle, 'contact', MESSAGE)).status).toBe(200);
  });

  it.each([
    ['network', '2001:db8:1:2::/64', 9, 'from your network'],
    ['address', 'bob@gmail.com', 4, 'with this email address'],
  ] as const)('counts messages by %s over all pages', async (by, value, times, reason) => {
    const [{ handle }, other] = [await createFormPage(server), await createFormPage(server)];
    // The same network, as providers assign it (a /64), and the same inbox.
    const typed = { ...MESSAGE, email: 'B.ob+5@gmail.com' };
    expect((await visitor('2001:db8:1:2::3').fill(handle, 'contact', typed)).status).toBe(200);
    await countUses(server, { kind: 'contact-form', by, value, times });
    const sent = await visitor('2001:db8:1:2:ffff::1').fill(other.handle, 'contact', { ...typed, message: 'Another' });
    expect([sent.status, sent.html.includes(reason)]).toEqual([429, true]);
    expect((await visitor().fill(other.handle, 'contact', MESSAGE)).status).toBe(200);
  });
});

describe('hostile forms', () => {
  it('returns 413 for a body of a megabyte, and an error for huge fields, many fields and broken escapes', async () => {
    const { handle } = await createFormPage(server);
    const bob = visitor();
    const { token } = await bob.open(handle, 'contact');
    server.advance(5000);
    expect((await bob.send(handle, 'contact', `message=${'x'.repeat(1_000_000)}`)).status).toBe(413);
    const bodies = [
      `form=${token}&message=${'%'.repeat(50_000)}`,
      `form=${token}&${'a=b&'.repeat(20_000)}name=Bob&email=b%40c.example&message=x`,
      `form=${token}&name=${'%E2%80%AE'.repeat(9)}&email=a%40b.example&message=x`,
      `form=${token}&name=%00&email=a%00%40b.example&message=%00`,
      '',
      '&&&===%%%',
    ];
    for (const body of bodies) expect((await bob.send(handle, 'contact', body)).status).toBe(400);
    expect(await queuedFor(handle)).toEqual([]);
  });

  it.each([
    'bob@visitor.example\r\nBcc: victim@inbox.example',
    'bob@visitor.example, victim@inbox.example',
    '"bob@visitor.example" <victim@inbox.example>',
    'bob@visitor.example\u0000',
    'bob@visitor\u202e.example',
    'bob@[127.0.0.1]',
    `${'b'.repeat(65)}@visitor.example`,
    'bób@visitor.example',
  ])('rejects %j as an address', async (email) => {
    const { handle } = await createFormPage(server);
    const sent = await visitor().fill(handle, 'contact', { ...MESSAGE, email });
    expect([sent.status, errorsIn(sent.html)]).toEqual([400, ['Please enter a valid email address.']]);
  });

  it('escapes what was typed, and accepts text of any script', async () => {
    const { handle } = await createFormPage(server);
    const bad = '"><script>alert(1)</script><textarea>';
    const sent = await visitor().fill(handle, 'contact', { name: bad, email: bad, message: `</textarea>${bad}` });
    expect(sent.status).toBe(400);
    expect(sent.html).not.toContain('<script');
    const typed = { name: 'عمر', email: 'omar@visitor.example', message: 'مرحبا 👋🏽\n\n\tשלום' };
    expect((await visitor().fill(handle, 'contact', typed)).status).toBe(200);
  });
});

import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../contract/time.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

const server = useServer();

const request = (body: object) => new Person(server).request('POST', '/api/send-magic-link', body);

describe('GET /api/check-handle', () => {
  it.each([
    ['never-claimed-yet', { available: true }],
    ['UPPER-is-folded', { available: true }],
    ['q', { available: true }],
    ['postmaster', { available: false, reason: 'reserved' }],
    ['administrator', { available: false, reason: 'reserved' }],
    ['adrninistrator', { available: false, reason: 'reserved' }],
    ['autodiscover', { available: false, reason: 'reserved' }],
    ['digital-universe', { available: false, reason: 'reserved' }],
    ['email-forwarding', { available: false, reason: 'reserved' }],
    ['MX1', { available: false, reason: 'reserved' }],
    ['xn--bcher-kva', { available: false, reason: 'reserved' }],
    ['a..b.c.d.e.f.g', { available: false, reason: 'invalid' }],
    ['-leading-hyphen', { available: false, reason: 'invalid' }],
    ['trailing-dot-here.', { available: false, reason: 'invalid' }],
    ['7', { available: false, reason: 'invalid' }],
    ['x'.repeat(31), { available: false, reason: 'invalid' }],
    ['kyrillic-а-here', { available: false, reason: 'invalid' }],
    ["'; drop table handles; --", { available: false, reason: 'invalid' }],
  ])('returns whether the handle %s is available (attack 18)', async (handle, expected) => {
    const response = await new Person(server).request('GET', `/api/check-handle/${encodeURIComponent(handle)}`);
    expect(response.status).toBe(200);
    expect(response.body).toEqual(expected);
  });
});

describe('POST /api/send-magic-link', () => {
  it.each([
    [{ email: 'not-an-address', handle: 'some-free-handle' }, 400, 'invalid_input'],
    [{ email: 'a@b.example, c@d.example', handle: 'some-free-handle' }, 400, 'invalid_input'],
    [{ email: '"a@evil.example"@b.example', handle: 'some-free-handle' }, 400, 'invalid_input'],
    [{ email: 'a＠b.example', handle: 'some-free-handle' }, 400, 'invalid_input'],
    [{ email: 'a@b.example\r\nBcc: c@d.example', handle: 'some-free-handle' }, 400, 'invalid_input'],
    [{ email: 'ann@inbox.example', handle: '-bad-handle-here' }, 400, 'handle_invalid'],
    [{ email: 'ann@inbox.example', handle: 'administrator' }, 409, 'handle_reserved'],
    [{ email: 'ann@inbox.example', handle: 'short' }, 402, 'payment_required'],
    [{ email: 'ann@inbox.example', handle: 'short', plan: 'Free' }, 400, 'plan_mismatch'],
    [{ email: 'ann@inbox.example', handle: 'some-free-handle', plan: 'Plus' }, 400, 'plan_mismatch'],
    [{ email: 'ann@inbox.example', handle: 'some-free-handle', is_admin: true }, 400, 'invalid_input'],
    [{ email: 'ann@inbox.example' }, 400, 'invalid_input'],
  ])('rejects a link request with the body %j (attack 4, attack 24)', async (body, status, code) => {
    const response = await request(body);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ code, message: expect.any(String) });
    expect(await server.sentEmails()).toEqual([]);
  });

  it('sends one email whose link shows the action and whose button claims the handle (attack 1)', async () => {
    expect((await request({ email: 'Ann@Inbox.Example', handle: 'Ann-Of-The-Hills', plan: 'Free' })).status).toBe(200);
    const sentEmails = await server.sentEmails();
    expect(sentEmails.map(({ sentTo }) => sentTo)).toEqual(['Ann@inbox.example']);
    const link = linkIn(sentEmails[0]?.text);
    expect(sentEmails[0]?.html).toContain(link);

    const scanner = new Person(server);
    for (let visit = 0; visit < 3; visit += 1) {
      const page = await scanner.request('GET', link);
      expect(page.status).toBe(200);
      expect(page.text).toContain('ann-of-the-hills');
      expect(page.text).toContain('Ann@inbox.example');
      expect(page.text).not.toMatch(/<script/);
    }
    const { host } = server.config.site;
    const head = await server.app.inject({ method: 'HEAD', url: link, headers: { host } });
    expect([head.statusCode, head.headers['set-cookie']]).toEqual([200, undefined]);
    expect(scanner.cookies.size).toBe(0);

    const ann = new Person(server);
    const button = await ann.request('POST', link);
    expect(button.status).toBe(303);
    expect(button.headers.location).toBe('/app/manage');
    const handles = await ann.request('GET', '/api/handles');
    expect(handles.body).toMatchObject([{ handle: 'ann-of-the-hills', plan: 'Free', status: 'active' }]);
    expect((await ann.request('GET', '/api/user')).body).toMatchObject({ emailVerified: true, isAdmin: false });
    expect((await ann.request('GET', '/ann-of-the-hills')).status).toBe(200);

    const again = await new Person(server).request('POST', link);
    expect(again.status).toBe(410);
    expect(again.text).toContain('already used');
    expect(again.text).toContain('Sign in');
  });

  it('lets one of fifty parallel presses of the claim button succeed (attack 2)', async () => {
    await request({ email: 'button@inbox.example', handle: 'fifty-buttons-here' });
    const [sentEmail] = await server.sentEmails();
    const link = linkIn(sentEmail?.text);
    const people = Array.from({ length: 50 }, () => new Person(server));
    const responses = await Promise.all(people.map((person) => person.request('POST', link)));
    expect(responses.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 410)).toHaveLength(49);
    expect(people.filter(({ cookies }) => cookies.size > 0)).toHaveLength(1);
  });

  it('gives a handle to one of two people who claim it in parallel, and returns the reason to the other person (attack 19)', async () => {
    await request({ email: 'first@inbox.example', handle: 'raced-for-handle' });
    await request({ email: 'second@inbox.example', handle: 'raced-for-handle' });
    const sentEmails = await server.sentEmails();
    const people = [new Person(server), new Person(server)];
    const responses = await Promise.all(
      people.map((person, index) => person.request('POST', linkIn(sentEmails[index]?.text))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 409]);
    const loser = responses.findIndex(({ status }) => status === 409);
    expect(responses[loser]?.text).toContain('raced-for-handle');
    expect((await people[loser]?.request('GET', '/api/user'))?.status).toBe(401);
    const accounts = await server.db
      .selectFrom('accounts')
      .select('email')
      .where('email', 'like', '%@inbox.example')
      .execute();
    const emails = accounts.map(({ email }) => email);
    expect(emails.includes('first@inbox.example')).not.toBe(emails.includes('second@inbox.example'));
    expect((await request({ email: 'third@inbox.example', handle: 'raced-for-handle' })).body).toMatchObject({
      code: 'handle_taken',
    });
  });

  it('rejects expired and altered claim links and offers a new one', async () => {
    await request({ email: 'late@inbox.example', handle: 'late-for-the-party' });
    const [sentEmail] = await server.sentEmails();
    const link = linkIn(sentEmail?.text);
    const altered = await new Person(server).request('GET', `${link.slice(0, -2)}xx`);
    expect(altered.status).toBe(404);
    expect(altered.text).toContain('not valid');
    expect(altered.text).toContain('Get a new link');
    server.advance(10 * MINUTE + 1000);
    for (const method of ['GET', 'POST'] as const) {
      const late = await new Person(server).request(method, link);
      expect(late.status).toBe(410);
      expect(late.text).toContain('/create?handle=late-for-the-party');
    }
    expect((await new Person(server).request('GET', '/api/check-handle/late-for-the-party')).body).toEqual({
      available: true,
    });
  });

  it('builds links from PUBLIC_URL, whatever the request headers contain (attack 5)', async () => {
    const response = await new Person(server).request(
      'POST',
      '/api/send-magic-link',
      { email: 'host@inbox.example', handle: 'host-header-handle' },
      { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    );
    expect(response.status).toBe(200);
    const [sentEmail] = await server.sentEmails();
    expect(sentEmail?.text).toContain('http://localhost:3000/link/');
    expect(`${sentEmail?.text}${sentEmail?.html}`).not.toContain('evil.example');
  });

  it('limits the claim emails to an inbox, and counts +tags and dots as the same inbox (attack 26)', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const response = await request({ email: `v.ic.tim+${index}@gmail.com`, handle: `bombing-number-${index}` });
      statuses.push(response.status);
      if (response.status === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
    expect(await server.sentEmails()).toHaveLength(5);
    server.advance(HOUR + 1000);
    expect((await request({ email: 'victim@gmail.com', handle: 'bombing-number-99' })).status).toBe(200);
    await server.sentEmails();
  });

  it('applies the email limit to parallel requests (attack 26)', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        request({ email: 'flood@inbox.example', handle: `flooding-number-${index}` }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await server.sentEmails()).toHaveLength(5);
  });
});

describe('without payment settings', () => {
  it('offers free handles only without payment settings, and neither offers nor accepts payments', async () => {
    const free = await startServer({ PAYPAL_ENV: 'off' });
    try {
      const person = new Person(free);
      const check = async (handle: string) => (await person.request('GET', `/api/check-handle/${handle}`)).body;
      expect(await check('short')).toEqual({ available: false, reason: 'not-offered' });
      expect(await check('long-enough-here')).toEqual({ available: true });
      expect((await person.request('GET', '/api/packages')).body.map(({ name }: { name: string }) => name)).toEqual([
        'Free',
      ]);
      const email = 'ann@inbox.example';
      const order = { amount: '4.99', currency: 'USD', intent: 'CAPTURE', handle: 'short', email };
      const refusals: [method: 'GET' | 'POST', url: string, body?: object][] = [
        ['POST', '/api/send-magic-link', { email, handle: 'short' }],
        ['GET', '/paypal/setup'],
        ['POST', '/paypal/order', order],
        ['POST', '/paypal/order/ANY/capture'],
        ['POST', '/api/complete-paid-registration', { email, handle: 'short', paymentId: 'ANY' }],
      ];
      for (const [method, url, body] of refusals) {
        const response = await person.request(method, url, body);
        expect([url, response.status, response.body.code]).toEqual([url, 403, 'paid_plans_off']);
      }
      await person.claim('long-enough-here', email);
      expect((await person.request('POST', '/api/profiles', { username: 'short' })).body.code).toBe('paid_plans_off');
      expect((await person.request('POST', '/api/profiles', { username: 'another-long-one' })).status).toBe(201);
    } finally {
      await free.stop();
    }
  });
});

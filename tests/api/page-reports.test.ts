import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../contract/time.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { FormVisitor } from '../support/api/page-form.ts';
import { claimedPage, REPORT, report, reportsAbout } from '../support/reports/reported-page.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
let number = 0;
beforeEach(() => server.advance(25 * HOUR));

async function publicPage(): Promise<string> {
  const handle = `somebodys-page-${number++}`;
  await server.db.insertInto('handles').values({ handle }).execute();
  return handle;
}
/** Returns a visitor on a separate network. */
const visitor = (network = `198.51.${number >> 8}.${number++ & 255}`) =>
  new FormVisitor(server, { 'x-forwarded-for': network });
/** Returns the document without the parts that differ between two requests. */
const comparable = (html: string, handle: string) =>
  html.replaceAll(handle, 'HANDLE').replace(/name="form" value="[^"]*"/, '');
const errorsIn = (html: string) => [...html.matchAll(/id="\w+-error"[^>]*>([^<]*)</g)].map(([, text]) => text);

describe('the form', () => {
  it('the report form is linked from the served page, but not from the downloaded page', async () => {
    const { handle, owner, id } = await claimedPage(server);
    expect((await owner.request('GET', `/${handle}`)).text).toContain(
      `<a href="/${handle}/report" rel="nofollow">Report this page</a>`,
    );
    expect((await owner.request('GET', `/api/handles/${id}/page.html`)).text).not.toContain('/report');
  });

  it('stores a report with all its fields, without script and without a cookie', async () => {
    const handle = await publicPage();
    const page = await visitor().open(handle, 'report');
    expect([page.status, page.headers['cache-control'], page.headers['set-cookie']]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    expect(page.html).not.toContain('<script');
    const sent = await report(server, handle);
    expect([sent.status, sent.html.includes('and answer to the address')]).toEqual([200, true]);
    expect(await reportsAbout(server, handle)).toEqual([{ ...REPORT, case_id: expect.any(Number) }]);
  });

  it('accepts a report without an address and without an email', async () => {
    const handle = await publicPage();
    const sent = await report(server, handle, { address: '', email: '' });
    expect([sent.status, sent.html.includes('and answer to the address')]).toEqual([200, false]);
    expect(await reportsAbout(server, handle)).toMatchObject([{ address: null, email: null }]);
  });

  it.each([
    ['no reason', { reason: '' }, 'Please choose a reason.'],
    ['an unknown reason', { reason: '__proto__' }, 'Please choose a reason.'],
    ['no text', { text: ' \r\n ' }, 'Please describe what is wrong.'],
    ['a text that shows nothing', { text: '\u200b\u2800' }, 'Please describe what is wrong.'],
    ['a text of 1001 characters', { text: '😀'.repeat(1001) }, 'Please use at most 1,000 characters.'],
    ['a huge text', { text: 'x'.repeat(50_000) }, 'Please use at most 1,000 characters.'],
    ['a control character', { text: 'a\u0000b' }, 'Please remove the characters that cannot be shown.'],
    [
      'a direction character',
      { address: 'https://x.example/\u202egpj' },
      'Please remove the characters that cannot be shown.',
    ],
    [
      'an address with a line break',
      { address: 'https://x.example/\nB' },
      'Please remove the characters that cannot be shown.',
    ],
    ['a long address', { address: 'x'.repeat(501) }, 'Please use at most 500 characters.'],
    ['two emails', { email: 'a@b.example, c@d.example' }, 'Please enter a valid email address.'],
    ['an email with a header', { email: 'a@b.example\r\nBcc: c@d.example' }, 'Please enter a valid email address.'],
  ])('shows what is wrong with %s, keeps what was typed, and stores nothing', async (_, fields, error) => {
    const handle = await publicPage();
    const sent = await report(server, handle, fields);
    expect([sent.status, errorsIn(sent.html)]).toEqual([400, [error]]);
    if (!('email' in fields)) expect(sent.html).toContain('value="rita@reporters.example"');
    expect(await reportsAbout(server, handle)).toEqual([]);
  });

  it('shows markup as text', async () => {
    const handle = await publicPage();
    const sent = await report(server, handle, { text: '</textarea><script>alert(1)</script>', reason: '' });
    expect(sent.html).toContain('&lt;/textarea&gt;&lt;script&gt;');
    expect(sent.html).not.toContain('<script');
  });

  it('rejects a field that was sent twice, a token of another page, a filled honeypot, and a form of another site', async () => {
    const [handle, other] = [await publicPage(), await publicPage()];
    const bob = visitor();
    const { token } = await bob.open(handle, 'report');
    const { token: foreign } = await bob.open(other, 'report');
    const soon = await bob.send(handle, 'report', { form: token, ...REPORT });
    expect([soon.status, soon.html.includes('faster than a person types')]).toEqual([400, true]);
    server.advance(5000);
    const twice = `${new URLSearchParams({ form: token, ...REPORT })}&reason=spam`;
    expect(errorsIn((await bob.send(handle, 'report', twice)).html)).toEqual([
      'This field was sent twice. Please check it.',
    ]);
    for (const form of ['', foreign, `${token}x`, token.replace(/^t/, 'd')]) {
      expect((await bob.send(handle, 'report', { form, ...REPORT })).status).toBe(400);
    }
    expect((await bob.send(handle, 'report', { form: token, extra: 'x', ...REPORT })).status).toBe(400);
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
      expect((await bob.send(handle, 'report', { form: token, ...REPORT }, headers)).status).toBe(403);
    }
    expect((await bob.send(handle, 'report', '{}', { 'content-type': 'application/json' })).status).toBe(415);
    expect(await reportsAbout(server, handle)).toEqual([]);
    expect((await bob.send(handle, 'report', { form: token, ...REPORT })).status).toBe(200);
  });
});

describe('a page that is not public', () => {
  it.each(['missing', 'suspended', 'switched off'])('the form is the same for a page that is %s', async (kind) => {
    const shown = await publicPage();
    const hidden = kind === 'missing' ? 'nobody-has-this-handle' : await publicPage();
    if (kind !== 'missing') {
      const change = kind === 'suspended' ? ({ state: 'suspended' } as const) : { profile_page: false };
      await server.db.updateTable('handles').set(change).where('handle', '=', hidden).execute();
    }
    const seen = await Promise.all(
      [shown, hidden].map(async (handle) => {
        const { status, html } = await visitor().open(handle, 'report');
        const wrong = await report(server, handle, { text: '' });
        const sent = await report(server, handle);
        return [
          [status, comparable(html, handle)],
          [wrong.status, comparable(wrong.html, handle)],
          [sent.status, comparable(sent.html, handle)],
        ];
      }),
    );
    expect(seen[1]).toEqual(seen[0]);
    expect(await reportsAbout(server, shown)).toHaveLength(1);
    expect(await reportsAbout(server, hidden)).toEqual([]);
  });

  it('a page that is not public has the same limit', async () => {
    for (const handle of [await publicPage(), 'nobody-has-this-either']) {
      for (let sent = 0; sent < 30; sent += 1) expect((await report(server, handle)).status).toBe(200);
      expect([handle, (await report(server, handle)).status]).toEqual([handle, 429]);
    }
  });

  it('a page has no report form if its name cannot be a handle', async () => {
    for (const name of ['-a', 'a..b', '%00', 'x'.repeat(31)]) {
      expect([name, (await visitor().open(name, 'report')).status]).toEqual([name, 404]);
    }
  });
});

describe('limits', () => {
  it('counts reports about one page by one network once a day, with the same response', async () => {
    const handle = await publicPage();
    const bob = visitor();
    const first = await bob.fill(handle, 'report', REPORT);
    const second = await bob.fill(handle, 'report', { ...REPORT, reason: 'spam' });
    expect([second.status, second.html]).toEqual([first.status, first.html]);
    expect(await reportsAbout(server, handle)).toHaveLength(1);
    server.advance(25 * HOUR);
    await bob.fill(handle, 'report', REPORT);
    expect(await reportsAbout(server, handle)).toHaveLength(2);
  });

  it('stores one of several parallel reports of a network', async () => {
    const handle = await publicPage();
    const bob = visitor();
    const { token } = await bob.open(handle, 'report');
    server.advance(5000);
    await Promise.all([1, 2, 3, 4].map(() => bob.send(handle, 'report', { form: token, ...REPORT })));
    expect(await reportsAbout(server, handle)).toHaveLength(1);
  });

  it('accepts ten reports of a network in an hour, and states when the next one is possible', async () => {
    const bob = visitor();
    for (let sent = 0; sent < 10; sent += 1) {
      expect((await bob.fill(await publicPage(), 'report', REPORT)).status).toBe(200);
    }
    const handle = await publicPage();
    const refused = await bob.fill(handle, 'report', REPORT);
    expect([refused.status, refused.html.includes('from your network')]).toEqual([429, true]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect(refused.html).toContain('It asks for the password of my bank.');
    expect(await reportsAbout(server, handle)).toEqual([]);
    server.advance(HOUR);
    expect((await bob.fill(handle, 'report', REPORT)).status).toBe(200);
  });
});

describe('retention', () => {
  it('deletes addresses 90 days and reports a year after the case is closed, and counts after a day', async () => {
    const handle = await publicPage();
    await report(server, handle);
    await server.db
      .updateTable('page_cases')
      .set({ state: 'dismissed', decided_at: server.clock(), closed_at: server.clock() })
      .where('state', '=', 'open')
      .execute();
    await report(server, handle, { text: 'Still open.' });
    const stored = async () => {
      await runNightlyJobs(server);
      return (await reportsAbout(server, handle)).map(({ text, email }) => [text, email]);
    };
    server.advance(89 * DAY);
    expect(await stored()).toEqual([
      [REPORT.text, REPORT.email],
      ['Still open.', REPORT.email],
    ]);
    expect(await server.db.selectFrom('limited_uses').select('id').where('kind', '=', 'page-report').execute()).toEqual(
      [],
    );
    server.advance(2 * DAY);
    expect(await stored()).toEqual([
      [REPORT.text, null],
      ['Still open.', REPORT.email],
    ]);
    server.advance(275 * DAY);
    expect(await stored()).toEqual([['Still open.', REPORT.email]]);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_PROFILE } from '../../contract/profiles/sample-profile.ts';
import { STANDARD_VERSIONS } from '../../contract/site/legal-texts.ts';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { DAY } from '../../contract/time.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { deluxeName } from '../support/api/team.ts';
import { Buyer } from '../support/payments/buyer.ts';
import { usePaypal } from '../support/payments/paypal.ts';
import { useServer } from '../support/server/test-server.ts';

const paypal = usePaypal();
const server = useServer(() => ({ PAYPAL_API_BASE: paypal.base }));
let admin: Person;
beforeAll(async () => {
  admin = await signedInAdmin(server);
});
beforeEach(async () => {
  await server.db.deleteFrom('site').execute();
  await server.db.deleteFrom('legal_versions').execute();
  await server.liveSite.load();
});

async function change(changes: object, from?: string) {
  const url = `/api/admin/site${from === undefined ? '' : `?from=${from}`}`;
  const answer = await admin.request('PUT', url, { ...STANDARD_SITE, ...changes });
  await server.liveSite.load();
  return answer;
}
const get = async (url: string) => new Person(server).request('GET', url);
const dayIn = (days: number) => new Date(server.clock().getTime() + days * DAY).toISOString().slice(0, 10);
const today = () => dayIn(0);
/** The addresses of the versions that a page links to. */
const versionsOn = (html: string) =>
  [...html.matchAll(/href="\/(?:terms|privacy)\/([^"]+)"/g)].map(([, version]) => version);

describe('the pages of legal texts', () => {
  it('are the standard ones, without an imprint, until the operator writes their own', async () => {
    for (const [path, title] of [
      ['/tos', 'Terms of Service'],
      ['/terms', 'Terms of Service'],
      ['/privacy', 'Privacy Policy'],
    ] as const) {
      const { status, text } = await get(path);
      expect([status, text.includes(`<title>${title} · Nameplate</title>`)]).toEqual([200, true]);
      expect(text).toContain('<script type="module"');
      expect(text).not.toMatch(/legalTexts|\/imprint|Earlier versions/);
    }
    expect((await get('/imprint')).status).toBe(404);
    expect((await get('/terms/2026-01-01')).status).toBe(404);
    expect((await get('/api/check-handle/imprint')).body).toEqual({ available: false, reason: 'reserved' });
  });

  it('show the text of the operator without script, with the values of the site, as soon as it is saved', async () => {
    const terms =
      '# Terms of {{site}}\n\nWrite to [us](mailto:{{contact}}). <script>alert(1)</script> {{date}} at {{host}}';
    await change({ name: 'Rowing Club', contact: 'board@club.example', terms });
    for (const path of ['/tos', '/terms']) {
      const { text, headers } = await get(path);
      expect(text).toContain('<title>Terms of Rowing Club · Rowing Club</title>');
      expect(text).toContain('<a href="mailto:board@club.example">us</a>. &lt;script&gt;');
      expect(text).toContain('at localhost:3000');
      expect(text).toContain('<link rel="canonical" href="http://localhost:3000/tos"/>');
      expect(text).not.toMatch(/<script|Nameplate|\{\{/);
      expect(headers['content-security-policy']).not.toContain('script-src');
    }
    await change({ name: 'Town', terms });
    expect((await get('/tos')).text).toContain('Terms of Town');
    expect((await get('/tos')).text).toContain('mailto:postmaster@localhost');
    expect((await get('/privacy')).text).toContain('<title>Privacy Policy · Town</title>');
  });

  it('have an imprint, and links to it, while it is filled', async () => {
    await change({ name: 'Rowing Club', imprint: 'Ada Lovelace\n\nBoathouse Lane 1' });
    const imprint = await get('/imprint');
    expect([imprint.status, imprint.text.match(/Nameplate/g)?.length]).toEqual([200, 1]);
    expect(imprint.text).toContain('runs on Nameplate');
    expect(imprint.text).toContain('<p>Boathouse Lane 1</p>');
    for (const path of ['/', '/tos', '/imprint', `/${SAMPLE_PROFILE.handle}`])
      expect((await get(path)).text).toContain('href="/imprint"');
    expect((await get('/api/site')).body).toMatchObject({ imprint: true });
    await new Person(server).request('POST', '/api/send-login-magic-link', { email: 'someone@inbox.example' });
    const [email] = await server.sentEmails();
    expect(email?.text).toContain('http://localhost:3000/imprint');
    expect(email?.html).toContain('http://localhost:3000/imprint');

    await change({});
    expect((await get('/imprint')).status).toBe(404);
    expect((await get('/')).text).not.toContain('/imprint');
    expect((await get('/api/site')).body).toMatchObject({ imprint: false });
  });

  it('leave a handle with the name of the imprint its page until the imprint is filled', async () => {
    await server.db.insertInto('handles').values({ handle: 'imprint', display_name: 'An older page' }).execute();
    expect((await get('/imprint')).text).toContain('An older page');
    await change({ imprint: 'Ada Lovelace' });
    expect((await get('/imprint')).text).not.toContain('An older page');
  });

  it('do not travel with other documents', async () => {
    await change({ terms: 'A very special sentence.' });
    for (const path of ['/', '/privacy', '/api/site']) expect((await get(path)).text).not.toContain('very special');
  });

  it.each([
    ['a text that is too long', { terms: 'a'.repeat(100_001) }],
    ['an empty text', { privacy: ' \n' }],
    ['control characters', { imprint: 'a\u0000b' }],
    ['a number in place of a text', { imprint: 7 }],
  ])('refuse %s', async (_, texts) => {
    const answer = await change(texts);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, Object.keys(texts)[0]]);
  });

  it('accept the longest texts of a document', async () => {
    const longest = '\n'.padStart(100_000, '€');
    const answer = await change({ imprint: longest, terms: longest, privacy: longest });
    expect(answer.status).toBe(200);
    expect((await get('/api/site')).body).toMatchObject({ terms: today() });
  });
});

describe('the versions of a legal text', () => {
  it('hold from the day on which they are saved, and earlier ones stay readable', async () => {
    await change({ terms: 'First text.' });
    await change({ terms: 'First text.', name: 'Rowing Club' });
    expect((await get('/api/site')).body).toMatchObject({ terms: today(), privacy: STANDARD_VERSIONS.privacy });
    await change({ terms: 'Second text.' });
    const { text } = await get('/terms');
    expect(text).toContain('Second text.');
    expect(versionsOn(text)).toEqual([today(), STANDARD_VERSIONS.terms]);
    const earlier = await get(`/terms/${today()}`);
    expect(earlier.text).toContain('First text.');
    expect(earlier.text).toContain('<meta name="robots" content="noindex"/>');
    expect((await get(`/terms/${today()}.2`)).text).toContain('Second text.');
    expect((await get(`/terms/${STANDARD_VERSIONS.terms}`)).text).toContain('99.9% uptime');
    expect((await get(`/privacy/${today()}`)).status).toBe(404);
  });

  it('hold from a later day if the change names one, and the version before it until then', async () => {
    const day = dayIn(1);
    await change({ terms: 'First text.' });
    expect((await change({ terms: 'Later text.' }, day)).body.terms).toBe('Later text.');
    expect((await admin.request('GET', '/api/admin/site')).body.terms).toBe('Later text.');
    const before = await get('/terms');
    expect(before.text).toContain('First text.');
    expect(versionsOn(before.text)).toContain(day);
    expect((await get(`/terms/${day}`)).text).toContain('Later text.');
    expect((await get('/api/site')).body.terms).toBe(today());

    const first = today();
    await server.advanceSignedIn(DAY);
    await server.liveSite.load();
    const after = await get('/terms');
    expect(after.text).toContain('Later text.');
    expect(versionsOn(after.text)).toEqual([first, STANDARD_VERSIONS.terms]);
    expect((await get('/api/site')).body.terms).toBe(day);
  });

  it('replace a version that does not hold yet, and can move its day or cancel it', async () => {
    const [sooner, later] = [dayIn(10), dayIn(20)];
    const planned = async () => versionsOn((await get('/privacy')).text);
    await change({ privacy: 'Planned.' }, later);
    // Our text holds until then.
    expect((await get('/privacy')).text).toContain('ages 13 and up');
    expect(await planned()).toEqual([later]);
    await change({ privacy: 'Planned.' }, sooner);
    expect(await planned()).toEqual([sooner]);
    await change({ privacy: 'Other plan.', name: 'Town' }, later);
    expect(await planned()).toEqual([later]);
    expect((await get(`/privacy/${later}`)).text).toContain('Other plan.');
    await change({ privacy: null });
    expect(await planned()).toEqual([]);
    expect((await get(`/privacy/${later}`)).status).toBe(404);
  });

  it('return to the standard text, which then holds again', async () => {
    await change({ privacy: 'Own.' });
    const own = today();
    await change({});
    const { text } = await get('/privacy');
    expect(text).toContain('ages 13 and up');
    expect(versionsOn(text)).toEqual([own]);
    expect((await get('/api/site')).body.privacy).toBe(STANDARD_VERSIONS.privacy);
  });

  it.each([['2020-01-01'], ['2027-02-30'], ['tomorrow']])('refuse the day %s', async (day) => {
    const answer = await change({ terms: 'Text.' }, day);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'from']);
    expect((await admin.request('GET', '/api/admin/site')).body.terms).toBeNull();
  });

  it('are named in the audit log, which does not repeat the texts', async () => {
    await change({ imprint: 'Ada Lovelace' });
    const { body, text } = await admin.request('GET', '/api/admin/audit?limit=1');
    expect(body[0]).toMatchObject({ before: { imprint: null }, after: { imprint: today() } });
    expect(text).not.toContain('Lovelace');
  });
});

describe('the versions that a new account accepts', () => {
  const accepted = async (email: string) =>
    server.db
      .selectFrom('accounts')
      .select(['terms_version as terms', 'privacy_version as privacy'])
      .where('email', '=', email)
      .executeTakeFirst();

  const WAYS: [string, (email: string, number: number) => Promise<unknown>][] = [
    ['a claim link', async (email, number) => new Person(server).claim(`claimer-of-texts-${number}`, email)],
    ['an order', async (email, number) => new Buyer(server, paypal, `buy-${number}`, email).buys()],
    [
      'the link of an invitation to a team',
      async (email) => {
        const { person, id } = await createSendingPerson(server, deluxeName());
        await person.request('POST', `/api/handles/${id}/members`, { email, role: 'editor' });
        await new Person(server).request('POST', linkIn((await sentTo(email))?.text));
      },
    ],
    [
      'a sign-in link, because a handle is offered to the address',
      async (email) => {
        const { person, id } = await createSendingPerson(server, deluxeName());
        await person.request('POST', `/api/handles/${id}/transfer`, { email });
        await server.sentEmails();
        await new Person(server).request('POST', '/api/send-login-magic-link', { email });
        await new Person(server).request('POST', linkIn((await sentTo(email))?.text));
      },
    ],
  ];
  const sentTo = async (email: string) => (await server.sentEmails()).find((one) => one.sentTo === email);

  it.each(WAYS)('are those in force, for an account made by %s', async (_, make) => {
    await change({ terms: 'Our terms.' });
    await change({ terms: 'Our terms.', privacy: 'A later policy.' }, dayIn(5));
    await server.sentEmails();
    const number = WAYS.findIndex(([, one]) => one === make);
    const email = `new-person-${number}@inbox.example`;
    await make(email, number);
    expect(await accepted(email)).toEqual({ terms: today(), privacy: STANDARD_VERSIONS.privacy });
  });

  it('are stored by every statement that creates an account', () => {
    const inserts = globSync('server/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap(
        (file) =>
          readFileSync(file, 'utf8').match(/insertInto\('accounts'\)\s*\.values\(\{[^\n]*|insert into accounts\b.*/g) ??
          [],
      );
    expect(inserts.length).toBeGreaterThan(1);
    expect(inserts.filter((insert) => !insert.includes('...acceptedVersions('))).toEqual([]);
  });

  it('stay those of the first day, and are in the export and the list of users', async () => {
    const email = 'member-of-first-day@inbox.example';
    const person = new Person(server);
    await person.claim('member-of-first-day', email);
    await change({ terms: 'Our terms.' });
    await new Person(server).claim('second-of-that-member', email);
    const standard = { terms: STANDARD_VERSIONS.terms, privacy: STANDARD_VERSIONS.privacy };
    expect(await accepted(email)).toEqual(standard);
    const { account } = (await person.request('GET', '/api/account/export')).body;
    expect(account).toMatchObject({ termsVersion: standard.terms, privacyVersion: standard.privacy });
    const [user] = (await admin.request('GET', `/api/admin/users?search=${email}`)).body;
    expect(user).toMatchObject(standard);
  });
});

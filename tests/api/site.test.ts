import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_PROFILE } from '../../contract/profiles/sample-profile.ts';
import { STANDARD_SETTINGS, STANDARD_SITE } from '../../contract/site/site-document.ts';
import { NO_HISTORIES } from '../../server/legal/legal-rules.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { startHttpProcess } from '../support/api/http-process.ts';
import type { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
beforeAll(async () => {
  admin = await signedInAdmin(server);
});
beforeEach(async () => {
  await server.db.deleteFrom('site').execute();
  await server.liveSite.load();
});

const change = async (changes: object, headers = {}) => {
  const answer = await admin.request('PUT', '/api/admin/site', { ...STANDARD_SITE, ...changes }, headers);
  await server.liveSite.load();
  return answer;
};
const bodyOf = async (url: string) =>
  (await server.app.inject({ url, headers: { host: server.config.site.host } })).body;

describe('the document of the site', () => {
  it('is the standard one until an administrator changes it, and is then returned as it was saved', async () => {
    const before = await admin.request('GET', '/api/admin/site');
    const { version, ...document } = before.body;
    expect(document).toEqual(STANDARD_SITE);
    expect(before.headers.etag).toBe(`"${version}"`);

    const wanted = { ...before.body, name: 'Rowing Club', claims: { mode: 'domains', domains: ['club.example'] } };
    const saved = await admin.request('PUT', '/api/admin/site', wanted, { 'if-match': `"${version}"` });
    expect([saved.status, saved.body.name]).toEqual([200, 'Rowing Club']);
    expect((await admin.request('GET', '/api/admin/site')).body).toEqual(saved.body);

    const late = await admin.request('PUT', '/api/admin/site', wanted, { 'if-match': `"${version}"` });
    expect([late.status, late.body.code, late.body.current]).toEqual([412, 'version_conflict', saved.body]);
  });

  it.each<[string, object, string]>([
    ['an unknown name', { colour: 'red' }, ''],
    ['no name', { name: '' }, 'name'],
    ['a name that could end the From field of emails', { name: 'Club <a@b.example>' }, 'name'],
    ['a name with line breaks', { name: 'Club\r\nBcc: x' }, 'name'],
    ['a name that is too long', { name: 'a'.repeat(41) }, 'name'],
    ['a colour in another form', { accent: 'red' }, 'accent'],
    ['a footer link that runs a script', { footer: [{ text: 'Home', url: 'javascript:alert(1)' }] }, 'footer.0.url'],
    ['domains without a domain', { claims: { mode: 'domains', domains: [] } }, 'claims.domains'],
    ['a domain that is an address', { claims: { mode: 'domains', domains: ['a@club.example'] } }, 'claims.domains.0'],
    [
      'features for all while everyone may claim',
      { names: { ...STANDARD_SITE.names, features: 'Plus' } },
      'names.features',
    ],
    [
      'a footer link to another site that looks like a path',
      { footer: [{ text: 'A', url: '//a.example' }] },
      'footer.0.url',
    ],
  ])('is refused with %s, and nothing is saved', async (_, changes, path) => {
    const answer = await change(changes);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
    expect((await admin.request('GET', '/api/admin/site')).body).toMatchObject(STANDARD_SITE);
  });

  it('has its name in documents, files and emails as soon as it is saved', async () => {
    expect(await bodyOf('/terms')).toContain('<title>Terms of Service · Nameplate</title>');
    await bodyOf('/not/found');
    await change({ name: 'Rowing Club', poweredBy: 'by the club' });
    for (const path of ['/', '/terms', '/not/found', '/site.webmanifest', `/${SAMPLE_PROFILE.handle}`]) {
      const document = await bodyOf(path);
      expect(document).toContain('Rowing Club');
      expect(document).not.toContain('Nameplate');
    }
    await admin.request('POST', '/api/send-login-magic-link', { email: 'new@inbox.example' });
    const [email] = await server.sentEmails();
    expect(email?.from).toEqual({ name: 'Rowing Club', address: 'no-reply@localhost' });
    expect(`${email?.html}${email?.text}`).not.toContain('Nameplate');
  });

  it('has its links in the footer of documents', async () => {
    await change({ footer: [{ text: 'Club house', url: 'https://club.example/house' }] });
    expect(await bodyOf('/terms')).toMatch(/<a href="https:\/\/club\.example\/house"[^>]*>Club house<\/a>/);
  });

  it('has its line, its accent and its texts in documents as soon as they are saved', async () => {
    const landing = {
      ...STANDARD_SITE.landing,
      hero: { headline: 'A name on the lake', promises: ['No advertising'] },
      steps: false,
      faq: { questions: [{ question: 'Who may row?', answer: 'Every member.' }] },
    };
    await change({ line: 'Addresses for our members.', accent: '#0a7d32', landing });
    const home = await server.app.inject({ url: '/', headers: { host: server.config.site.host } });
    expect(home.body).toContain('<meta name="description" content="Addresses for our members.">');
    expect(home.body).toContain('<meta property="og:description" content="Addresses for our members.">');
    for (const text of ['A name on the lake', 'No advertising', 'Who may row?']) expect(home.body).toContain(text);
    for (const text of ['DIGITAL UNIVERSE', 'id="how-it-works"', 'money-back guarantee</li>']) {
      expect(home.body).not.toContain(text);
    }
    const nonce = /'nonce-([^']+)'/.exec(String(home.headers['content-security-policy']))?.[1];
    expect(home.body).toContain(`<style nonce="${nonce}">:root{--brand-cyan:#`);
    expect(JSON.parse(await bodyOf('/site.webmanifest')).description).toBe('Addresses for our members.');

    const link = await server.app.inject({ url: '/status', headers: { host: server.config.site.host } });
    const style = /<style>(.*?)<\/style>/.exec(link.body)?.[1] ?? '';
    expect(style).toContain('--accent:');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(link.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`);

    await admin.request('POST', '/api/send-login-magic-link', { email: 'green@inbox.example' });
    const [email] = await server.sentEmails();
    expect(email?.html).not.toContain('#7d7bff 50%');
  });

  it('is shown by every process within a second, in public pages that were cached', async () => {
    const processes = [await startHttpProcess(server), await startHttpProcess(server)];
    try {
      const pages = processes.map(({ origin }) => `${origin}/${SAMPLE_PROFILE.handle}`);
      const shown = () =>
        Promise.all(pages.map(async (page) => /powered by <b>([^<]*)/.exec(await (await fetch(page)).text())?.[1]));
      await expect.poll(shown).toEqual(['Nameplate', 'Nameplate']);
      await change({ name: 'Rowing Club' });
      await expect.poll(shown, { timeout: 5000 }).toEqual(['Rowing Club', 'Rowing Club']);
    } finally {
      for (const one of processes) await one.stop();
    }
  });

  it('is completed with standard values if another release stored it', async () => {
    const names = { minimum: 3, free: true, features: 'Plus', reserved: [] };
    const stored = JSON.stringify({ name: 'Town', claims: { mode: 'unheard of' }, names, later: true });
    await server.db.insertInto('site').values({ document: stored }).execute();
    await server.liveSite.load();
    expect(server.liveSite.current()).toEqual({ ...STANDARD_SETTINGS, name: 'Town', names, legal: NO_HISTORIES });
    expect(server.liveSite.site).toMatchObject({
      name: 'Town',
      host: server.config.site.host,
      commonFeatures: undefined,
    });
  });

  it('shows everyone the name, look and rules, but not the texts and lists of the operator', async () => {
    await change({ claims: { mode: 'domains', domains: ['club.example'] } });
    const text = await bodyOf('/api/site');
    expect(JSON.parse(text)).toMatchObject({ name: 'Nameplate', claims: { mode: 'domains' } });
    expect(text).not.toContain('club.example');
  });

  it('records in the audit log what changed and who changed it', async () => {
    await change({ name: 'Rowing Club' });
    const [act] = (await admin.request('GET', '/api/admin/audit?limit=1')).body;
    expect(act).toMatchObject({
      act: 'change',
      target: 'site Rowing Club',
      before: { name: 'Nameplate' },
      after: { name: 'Rowing Club' },
    });
  });
});

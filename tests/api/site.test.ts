import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { signedInAdmin } from '../support/api/admin.ts';
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
    ['a picture of another site', { logo: 'https://elsewhere.example/logo.png' }, 'logo'],
    ['a footer link that runs a script', { footer: [{ text: 'Home', url: 'javascript:alert(1)' }] }, 'footer.0.url'],
    ['domains without a domain', { claims: { mode: 'domains', domains: [] } }, 'claims.domains'],
    ['a domain that is an address', { claims: { mode: 'domains', domains: ['a@club.example'] } }, 'claims.domains.0'],
    ['features for every stranger', { names: { ...STANDARD_SITE.names, features: 'Deluxe' } }, 'names.features'],
    ['a legal text that is too long', { terms: 'a'.repeat(50_001) }, 'terms'],
  ])('is refused with %s, and nothing is saved', async (_, changes, path) => {
    const answer = await change(changes);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, path]);
    expect((await admin.request('GET', '/api/admin/site')).body).toMatchObject(STANDARD_SITE);
  });

  it('has its name in documents, files and emails as soon as it is saved', async () => {
    expect(await bodyOf('/terms')).toContain('<title>Terms of Service · Nameplate</title>');
    await bodyOf('/not/found');
    await change({ name: 'Rowing Club', poweredBy: 'by the club' });
    for (const path of ['/', '/terms', '/not/found', '/site.webmanifest', '/digital-universe']) {
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

  it('is completed with standard values if another release stored it', async () => {
    const stored = JSON.stringify({ name: 'Town', claims: { mode: 'unheard of' }, later: true });
    await server.db.insertInto('site').values({ document: stored }).execute();
    await server.liveSite.load();
    expect(server.liveSite.current()).toEqual({ ...STANDARD_SITE, name: 'Town' });
    expect(server.liveSite.site).toMatchObject({ name: 'Town', host: server.config.site.host });
  });

  it('shows everyone the name, look and rules, and not the texts and lists of the operator', async () => {
    await change({ claims: { mode: 'domains', domains: ['club.example'] }, contact: 'board@club.example' });
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

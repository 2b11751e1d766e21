import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { THEME_IDS } from '../../contract/profiles/themes.ts';
import { PLATFORMS } from '../../contract/social/networks.ts';
import { nameFieldOf, readPlatformLink } from '../../contract/social/platform-links.ts';
import { platformUrl } from '../../contract/social/platforms.ts';
import { linkIn, Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let ann: Person;
let id: number;
const HANDLE = 'ann-changes-a-lot';
beforeAll(async () => {
  ann = new Person(server);
  await ann.claim(HANDLE, 'ann@account.example');
  id = (await firstHandle()).id;
});

const firstHandle = async (person = ann) => (await person.request('GET', '/api/handles')).body[0];
const change = (body: object) => ann.request('PATCH', `/api/handles/${id}`, body);
const shown = async () => (await new Person(server).request('GET', `/api/profile/${HANDLE}`)).body;
const link = (platform: string, username: string, more: object = {}) => ({
  platform,
  username,
  url: platformUrl(platform, username),
  ...more,
});

describe('PATCH /api/handles/{id}', () => {
  it('changes only the fields in the body, and the page shows the change', async () => {
    const response = await change({ displayName: '  Ann  ', bio: 'One\r\nTwo' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id, handle: HANDLE, displayName: 'Ann', bio: 'One\nTwo', template: 'neon' });
    await change({ profilePicture: 'https://pictures.example/ann.png', bannerImage: 'https://pictures.example/b.png' });
    expect(await firstHandle()).toMatchObject({
      displayName: 'Ann',
      profilePicture: 'https://pictures.example/ann.png',
    });
    expect(await shown()).toMatchObject({
      displayName: 'Ann',
      bio: 'One\nTwo',
      profilePicture: 'https://pictures.example/ann.png',
      bannerImage: 'https://pictures.example/b.png',
    });
    await change({ displayName: '\u200b \u{e0041}\u3164', bio: null, profilePicture: '', bannerImage: null });
    expect(await shown()).toMatchObject({ displayName: null, bio: null, profilePicture: null, bannerImage: null });
  });

  it('turns the page off and on', async () => {
    expect((await change({ profilePage: false })).body.profilePage).toBe(false);
    expect((await new Person(server).request('GET', `/api/profile/${HANDLE}`)).status).toBe(404);
    await change({ profilePage: true });
    expect((await new Person(server).request('GET', `/api/profile/${HANDLE}`)).status).toBe(200);
  });

  it.each([
    ['displayName', 'a'.repeat(81), 'Please use at most 80 characters.'],
    ['displayName', 'a\u0000b', 'Please remove the characters that cannot be shown.'],
    ['displayName', 'Ada\u202egnp.exe', 'Please remove the characters that cannot be shown.'],
    ['displayName', 'a\nb', 'Please remove the characters that cannot be shown.'],
    ['bio', 'a'.repeat(501), 'Please use at most 500 characters.'],
    ['bio', '\ud800', 'Please remove the characters that cannot be shown.'],
    ['profilePicture', 'http://pictures.example/a.png', 'Please enter an address that begins with https://'],
    ['bannerImage', 'javascript:alert(1)', 'Please enter an address that begins with https://'],
    ['forwardingEmail', 'nobody', 'Please enter a valid email address'],
  ])('rejects %s of %j with a field error, and changes nothing', async (field, value, message) => {
    const before = await firstHandle();
    const response = await change({ bio: 'never stored', [field]: value });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: 'invalid_input', errors: [{ path: field, message }] });
    expect(await firstHandle()).toEqual(before);
  });

  it('accepts emoji and other scripts, and counts user-perceived characters', async () => {
    const name = '🦊'.repeat(80);
    expect((await change({ displayName: name })).body.displayName).toBe(name);
    expect((await change({ displayName: 'שלום 世界' })).body.displayName).toBe('שלום 世界');
  });

  it('rejects unknown fields of a handle', async () => {
    const unknown = { account_id: 1, state: 'active', handle: 'a', plan: 'Vanity', template: 'x' };
    for (const [field, value] of Object.entries(unknown)) {
      expect((await change({ [field]: value })).status, field).toBe(400);
    }
  });
});

describe('social links', () => {
  beforeEach(async () => {
    await change({ socialLinks: [] });
  });

  it('replaces all earlier social links, in the given order', async () => {
    const socialLinks = PLATFORMS.map(({ id: platform }) => {
      const read = readPlatformLink(platform, nameFieldOf(platform).example);
      return { platform, username: '', url: '', ...read };
    }).reverse();
    const response = await change({ socialLinks });
    expect(response.body.socialLinks).toEqual(socialLinks.map((item) => ({ ...item, isActive: true, active: true })));
    expect((await shown()).socialLinks).toEqual(response.body.socialLinks);
    await change({ socialLinks: [link('github', 'octo'), link('x', 'ann')] });
    expect((await firstHandle()).socialLinks.map(({ platform }: { platform: string }) => platform)).toEqual([
      'github',
      'x',
    ]);
  });

  it('keeps the visibility of social links if the body does not contain it', async () => {
    await change({ socialLinks: [link('github', 'ann', { isActive: false }), link('x', 'ann')] });
    const response = await change({ socialLinks: [link('x', 'ann'), link('github', 'other')] });
    expect(response.body.socialLinks).toMatchObject([
      { platform: 'x', isActive: true, active: true },
      { platform: 'github', username: 'other', isActive: false, active: false },
    ]);
    expect((await change({ socialLinks: [link('github', 'other', { active: 1 })] })).body.socialLinks).toMatchObject([
      { isActive: true },
    ]);
  });

  it('accepts social links as the server returns them, and drops links that are not connected', async () => {
    const { socialLinks } = (await change({ socialLinks: [link('github', 'ann')] })).body;
    expect((await change({ socialLinks: [...socialLinks, link('x', ' ')] })).body.socialLinks).toEqual(socialLinks);
  });

  it("uses the platform's address for a social link without one, and keeps an empty address empty", async () => {
    const response = await change({
      socialLinks: [
        { platform: 'youtube', username: '@ann' },
        { platform: 'discord', username: 'ann', url: '' },
      ],
    });
    expect(response.body.socialLinks).toMatchObject([
      { platform: 'youtube', url: 'https://youtube.com/@ann' },
      { platform: 'discord', url: '' },
    ]);
  });

  it.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['java\tscript:alert(1)'],
    [' javascript:alert(1)'],
    ['data:text/html,x'],
    ['vbscript:x'],
    ['file:///etc/passwd'],
    ['//elsewhere.example'],
    ['/path'],
    ['github.com/ann'],
  ])('rejects a social link to the address %j (attack 15)', async (url) => {
    const response = await change({ socialLinks: [{ platform: 'github', username: 'ann', url }] });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      { path: 'socialLinks.0.url', message: 'Only https, http and mailto addresses can be linked.' },
    ]);
    expect((await firstHandle()).socialLinks).toEqual([]);
  });

  it('limits social links to one for each known platform', async () => {
    expect((await change({ socialLinks: [link('github', 'a'), link('github', 'b')] })).body.message).toBe(
      'There can be one link for each platform.',
    );
    expect((await change({ socialLinks: [{ platform: 'myspace', username: 'a', url: '' }] })).status).toBe(400);
    expect((await change({ socialLinks: [link('github', 'a'.repeat(101))] })).status).toBe(400);
  });

  it('stores all social links of one of twenty parallel writes', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        change({ socialLinks: [link('github', `ann${index}`), link('x', `ann${index}`)] }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const [first, second] = (await firstHandle()).socialLinks;
    expect(second.username).toBe(first.username);
  });
});

describe('forwarding within the settings', () => {
  it('rejects turning forwarding on without an address', async () => {
    const response = await change({ emailForwarding: true, displayName: 'lost?' });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      { path: 'forwardingEmail', message: 'Please enter the address of your real inbox.' },
    ]);
    expect((await firstHandle()).displayName).not.toBe('lost?');
  });

  it('sends one verification email to the inbox of a changed handle', async () => {
    const response = await change({ emailForwarding: true, forwardingEmail: 'ann@inbox.example', bio: 'kept' });
    expect(response.body).toMatchObject({
      emailForwarding: true,
      forwardingEmail: 'ann@inbox.example',
      forwardingStatus: 'pending',
      deliveringTo: null,
      bio: 'kept',
    });
    const [email] = await server.sentEmails();
    expect(email?.sentTo).toBe('ann@inbox.example');
    await change({ forwardingEmail: 'ann@inbox.example', emailForwarding: true });
    expect(await server.sentEmails()).toEqual([]);
    await new Person(server).request('POST', linkIn(email?.text));
    expect(await firstHandle()).toMatchObject({ forwardingStatus: 'verified', deliveringTo: 'ann@inbox.example' });
  });

  it('turns forwarding off and on by its field, and removes it with its address', async () => {
    expect((await change({ emailForwarding: false })).body).toMatchObject({
      emailForwarding: false,
      forwardingEmail: 'ann@inbox.example',
      deliveringTo: null,
    });
    expect((await change({ emailForwarding: true })).body.deliveringTo).toBe('ann@inbox.example');
    expect((await change({ emailForwarding: false, forwardingEmail: '' })).body).toMatchObject({
      forwardingStatus: 'none',
      forwardingEmail: null,
    });
    expect((await ann.request('GET', '/api/email-forwarding')).body).toEqual([]);
  });

  it('returns a forwarding error as a field error, and changes nothing', async () => {
    const response = await change({ displayName: 'lost?', forwardingEmail: 'someone@localhost.localdomain' });
    expect(response.status).toBe(200);
    const own = await change({ displayName: 'lost', forwardingEmail: 'me@localhost' });
    expect(own.status).toBe(400);
    expect(own.body.errors).toMatchObject([{ path: 'forwardingEmail' }]);
    expect((await firstHandle()).displayName).toBe('lost?');
  });
});

describe('PATCH /api/handles/{id}/appearance', () => {
  it.each(THEME_IDS.map((theme) => [theme]))('applies the theme %s to the page', async (template) => {
    const response = await ann.request('PATCH', `/api/handles/${id}/appearance`, { template });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id, template });
    expect((await shown()).template).toBe(template);
  });

  it('accepts every theme and rejects other names', async () => {
    const response = await ann.request('PATCH', `/api/handles/${id}/appearance`, { template: 'hacker' });
    expect(response.body).toMatchObject({ code: 'invalid_input', message: 'Please choose one of the themes.' });
    expect((await ann.request('PATCH', `/api/handles/${id}/appearance`, {})).status).toBe(400);
  });
});

describe('the profile of the signed-in account', () => {
  it('includes the first handle and the visibility of the email address in the profile', async () => {
    expect((await ann.request('GET', '/api/profile')).body).toEqual({
      avatarUrl: null,
      bannerUrl: null,
      emailVisible: true,
      handle: HANDLE,
    });
    const response = await ann.request('PUT', '/api/profile/email-visibility', { emailVisible: false });
    expect(response.body).toMatchObject({ emailVisible: false, handle: HANDLE });
    expect((await shown()).emailVisible).toBe(false);
    expect((await ann.request('PUT', '/api/profile/email-visibility', { emailVisible: 'yes' })).status).toBe(400);
  });
});

describe('POST /api/profiles', () => {
  it('claims a free handle without an email', async () => {
    const response = await ann.request('POST', '/api/profiles', {
      username: 'Second-Of-Ann',
      displayName: 'Ann',
      bio: 'Hi',
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({ username: 'second-of-ann' });
    expect((await ann.request('GET', '/api/profile/second-of-ann')).body).toMatchObject({
      displayName: 'Ann',
      bio: 'Hi',
    });
    expect((await ann.request('GET', '/api/handles?handle=second-of-ann')).body).toHaveLength(1);
  });

  it.each([
    ['short', 402, 'payment_required'],
    ['second-of-ann', 409, 'handle_taken'],
    ['administrator', 409, 'handle_reserved'],
    ['..', 400, 'handle_invalid'],
  ])('responds to the claim of %s with %i %s', async (username, status, code) => {
    expect(await ann.request('POST', '/api/profiles', { username })).toMatchObject({ status, body: { code } });
  });

  it('lets one of a hundred parallel claims succeed (attack 19)', async () => {
    const claim = () => ann.request('POST', '/api/profiles', { username: 'wanted-by-all' });
    const responses = await Promise.all(Array.from({ length: 100 }, claim));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(99);
  });
});

it('finds one of the account’s own handles by name', async () => {
  await server.sentEmails();
  const bob = new Person(server);
  await bob.claim('bob-has-another', 'bob@account.example');
  const found = async (name: string) => (await bob.request('GET', `/api/handles?handle=${name}`)).body;
  expect([await found(HANDLE), await found('bob-has-another')]).toMatchObject([[], [{}]]);
});

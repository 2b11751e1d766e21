import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPlatformLink, nameFieldOf, readPlatformLink } from './platform-links.ts';
import { isLinkAddress, PLATFORMS, type PlatformId, platformUrl } from './platforms.ts';

const urlOf = (platform: PlatformId, typed: string) => {
  const read = readPlatformLink(platform, typed);
  return 'fault' in read ? null : read.url;
};

describe('readPlatformLink', () => {
  it.each(PLATFORMS.map(({ id }) => id))(
    'reads the example of %s, and reads the resulting address to the same address',
    (id) => {
      const url = urlOf(id, nameFieldOf(id).example);
      expect(url).toMatch(/^https:\/\/[^/]+\/.+/);
      expect(urlOf(id, url ?? '')).toBe(url);
    },
  );

  it.each([
    ['whatsapp', '+49 151 123 456', 'https://wa.me/49151123456'],
    ['whatsapp', '0049 (0)151-123/456', 'https://wa.me/49151123456'],
    ['whatsapp', 'https://wa.me/+49151123456', 'https://wa.me/49151123456'],
    ['whatsapp', 'https://api.whatsapp.com/send?phone=49151123456&text=x', 'https://wa.me/49151123456'],
    ['whatsapp', 'https://chat.whatsapp.com/AbCdEf', 'https://chat.whatsapp.com/AbCdEf'],
    ['discord', '80351110224678912', 'https://discord.com/users/80351110224678912'],
    ['discord', 'discord.gg/maya', 'https://discord.gg/maya'],
    ['discord', 'https://discord.com/invite/maya?x=1', 'https://discord.gg/maya'],
    ['wechat', 'https://u.wechat.com/kAbCdEfGhIjKlMnOpQrStUv', 'https://u.wechat.com/kAbCdEfGhIjKlMnOpQrStUv'],
    ['youtube', '@ada', 'https://youtube.com/@ada'],
    ['youtube', 'https://www.youtube.com/channel/UC123?x', 'https://www.youtube.com/channel/UC123?x'],
    ['youtube', 'channel/UC123', 'https://youtube.com/channel/UC123'],
    ['youtube', 'Ünïcode', 'https://youtube.com/@%C3%9Cn%C3%AFcode'],
    ['instagram', 'https://www.instagram.com/maya.makes/?hl=de', 'https://instagram.com/maya.makes'],
    ['instagram', 'instagram.com/p/Cabc', 'https://instagram.com/p/Cabc'],
    ['facebook', 'https://facebook.com/profile.php?id=100012345', 'https://facebook.com/100012345'],
    ['linkedin', 'http://de.linkedin.com/in/ada-l%C3%B6f/', 'https://linkedin.com/in/ada-l%C3%B6f'],
    ['linkedin', 'linkedin.com/company/acme', 'https://linkedin.com/company/acme'],
    ['reddit', 'u/ada', 'https://reddit.com/user/ada'],
    ['reddit', 'https://reddit.com/u/ada', 'https://reddit.com/user/ada'],
    ['telegram', 'https://t.me/+AbCd-Ef', 'https://t.me/+AbCd-Ef'],
    ['x', 'https://twitter.com/ada', 'https://x.com/ada'],
    ['github', 'https://gist.github.com/ada', 'https://gist.github.com/ada'],
    ['github', 'ada/project', 'https://github.com/ada/project'],
    ['github', 'ada.b/c.d', 'https://github.com/ada.b/c.d'],
  ] as const)('reads the %s input %j as %s', (platform, typed, url) => expect(urlOf(platform, typed)).toBe(url));

  it.each([
    ['whatsapp', '0151 123456'],
    ['whatsapp', 'maya'],
    ['whatsapp', 'https://wa.me/maya'],
    ['discord', 'mayamakes'],
    ['discord', 'maya#1234'],
    ['discord', 'https://discord.com/users/mayamakes'],
    ['wechat', 'maya_makes'],
    ['instagram', 'Maya Makes'],
    ['github', 'https://gitlab.com/ada'],
    ['github', 'https://github.com.evil.example/ada'],
    ['github', 'https://github.com/'],
    ['github', 'https://'],
    ['x', 'ada@mail.example'],
    ['facebook', 'javascript:alert(1)'],
    ['telegram', '@'],
    ['youtube', '\ud800'],
  ] as const)('rejects the %s input %j', (platform, typed) => expect(urlOf(platform, typed)).toBeNull());

  it('returns only https addresses that a page may link to, and user names of bounded length', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PLATFORMS),
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.stringMatching(/^[\w.@+/-]{1,40}$/)),
        (platform, typed) => {
          const read = readPlatformLink(platform.id, typed);
          if ('fault' in read) return;
          expect(isLinkAddress(read.url)).toBe(true);
          expect(new URL(read.url).protocol).toBe('https:');
          expect(read.username.length).toBeLessThanOrEqual(Math.max(typed.length, 100));
        },
      ),
    );
  });
});

describe('checkPlatformLink', () => {
  it('rebuilds an address that was derived from the user name', () => {
    const typed = '+49 151 123 456';
    expect(checkPlatformLink('whatsapp', typed, platformUrl('whatsapp', typed))).toEqual({
      username: '+49151123456',
      url: 'https://wa.me/49151123456',
    });
  });
  it('keeps an address outside the network, and keeps an empty address empty', () => {
    for (const url of ['https://shop.example/', 'mailto:a@b.example', '']) {
      expect(checkPlatformLink('discord', 'maya', url)).toEqual({ username: 'maya', url });
    }
  });
  it('rejects an address of the network that is not a valid profile', () => {
    expect(checkPlatformLink('discord', 'Maya', 'https://discord.com/users/maya')).toHaveProperty('fault');
  });
});

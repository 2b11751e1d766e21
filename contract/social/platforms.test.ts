import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLATFORMS } from './networks.ts';
import { isLinkAddress, isPlatformId, platformOf, platformUrl } from './platforms.ts';

describe('PLATFORMS', () => {
  it('contains 18 distinct networks with https base addresses', () => {
    expect(PLATFORMS).toHaveLength(18);
    expect(new Set(PLATFORMS.map((platform) => platform.id)).size).toBe(18);
    for (const { base } of PLATFORMS) expect(base).toMatch(/^https:\/\/.+\/$/);
  });

  it('names both twitter and x "X", and rejects ids outside the catalogue', () => {
    expect(platformOf('twitter')?.name).toBe('X');
    expect(platformOf('x')?.name).toBe('X');
    for (const id of ['constructor', '__proto__', 'Facebook', 'myspace', '']) {
      expect(isPlatformId(id)).toBe(false);
      expect(platformOf(id)).toBeUndefined();
    }
  });
});

describe('platformUrl', () => {
  it.each([
    ['instagram', 'ana', 'https://instagram.com/ana'],
    ['linkedin', 'ana-b', 'https://linkedin.com/in/ana-b'],
    ['youtube', 'ana', 'https://youtube.com/@ana'],
    ['youtube', '@ana', 'https://youtube.com/@ana'],
    ['tiktok', 'ana', 'https://tiktok.com/@ana'],
    ['telegram', ' @ana ', 'https://t.me/ana'],
    ['twitter', 'ana', 'https://twitter.com/ana'],
    ['x', 'ana', 'https://x.com/ana'],
    ['github', 'a?b#c', 'https://github.com/a%3Fb%23c'],
    ['instagram', '  ', ''],
    ['instagram', '@', ''],
    ['myspace', 'ana', ''],
  ])('returns the address for %s and the user name %j', (id, username, url) => {
    expect(platformUrl(id, username)).toBe(url);
  });

  it('returns an address on the host of the network for any user name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLATFORMS), fc.string({ unit: 'binary' }), (platform, username) => {
        const url = platformUrl(platform.id, username);
        if (url === '') return;
        expect(isLinkAddress(url)).toBe(true);
        expect(new URL(url).origin).toBe(new URL(platform.base).origin);
      }),
    );
  });
});

describe('isLinkAddress', () => {
  it.each(['https://a.example/b?c#d', 'http://a.example', 'HTTPS://A.example', 'mailto:a@b.example'])(
    'accepts the link address %s',
    (url) => expect(isLinkAddress(url)).toBe(true),
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript\r\n:alert(1)',
    'javascript://a.example/%0aalert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    'view-source:https://a.example',
    'intent://a#Intent;end',
    'ht\ntps://a.example',
    'https://a.example/\u2028',
    ' https://a.example',
    '//a.example',
    '/path',
    'a.example',
    'https://',
    '',
  ])('rejects the link address %j (attack 15)', (url) => expect(isLinkAddress(url)).toBe(false));
});

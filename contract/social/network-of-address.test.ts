import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOfAddress } from './network-of-address.ts';
import { isLinkAddress } from './platforms.ts';

describe('networkOfAddress', () => {
  it.each([
    ['https://www.instagram.com/maya.makes/?hl=de', 'instagram', 'maya.makes', 'https://instagram.com/maya.makes'],
    ['instagram.com/maya', 'instagram', 'maya', 'https://instagram.com/maya'],
    ['https://twitter.com/ada', 'x', 'ada', 'https://x.com/ada'],
    ['https://youtu.be/abc', 'youtube', 'abc', 'https://youtu.be/abc'],
    ['@maya@mastodon.social', 'mastodon', '@maya@mastodon.social', 'https://mastodon.social/@maya'],
    ['https://mastodon.social/@maya', 'mastodon', '@maya@mastodon.social', 'https://mastodon.social/@maya'],
    ['maya.bandcamp.com', 'bandcamp', 'maya', 'https://maya.bandcamp.com/'],
    ['https://maya.substack.com', 'substack', 'maya', 'https://maya.substack.com/'],
    ['https://medium.com/@maya', 'medium', '@maya', 'https://medium.com/@maya'],
    ['https://www.patreon.com/maya', 'patreon', 'maya', 'https://www.patreon.com/maya'],
    ['https://wa.me/49151123456', 'whatsapp', '+49151123456', 'https://wa.me/49151123456'],
    ['wa.me/33 6 12 34 56 78', 'whatsapp', '+33612345678', 'https://wa.me/33612345678'],
    ['https://wa.me/+33 6 12 34 56 78', 'whatsapp', '+33612345678', 'https://wa.me/33612345678'],
    ['+33 6 12 34 56 78', 'whatsapp', '+33612345678', 'https://wa.me/33612345678'],
    ['https://signal.me/#p/+49151123456', 'signal', '+49151123456', 'https://signal.me/#p/+49151123456'],
    ['https://www.threads.net/@maya', 'threads', '@maya', 'https://threads.com/@maya'],
  ])('reads %s as a link of %s', (pasted, platform, username, url) => {
    expect(networkOfAddress(pasted)).toEqual({ platform, username, url });
    expect(networkOfAddress(`  ${pasted}\n`)).toEqual({ platform, username, url });
  });

  it.each([
    'https://shop.example/',
    'https://discord.com/users/mayamakes',
    'https://instagram.com/',
    'https://instagram.com.evil.example/maya',
    'https://mastodon.social/about',
    'maya',
    'maya makes',
    '',
    '+1 2 3 4',
    'and/or maybe',
    'https://shop.example/a b',
    'javascript:alert(1)',
    'mailto:maya@instagram.com',
    `https://instagram.com/${'a'.repeat(3000)}`,
  ])('does not read %j as a link of a network', (pasted) => expect(networkOfAddress(pasted)).toBeUndefined());

  it('returns only https addresses, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl()), (pasted) => {
        const found = networkOfAddress(pasted);
        if (!found) return;
        expect(isLinkAddress(found.url)).toBe(true);
        expect(new URL(found.url).protocol).toBe('https:');
      }),
    );
  });
});

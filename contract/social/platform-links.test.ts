import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NETWORKS, type NetworkId } from './networks.ts';
import { checkPlatformLink, nameFieldOf, readPlatformLink } from './platform-links.ts';
import { isLinkAddress, platformUrl } from './platforms.ts';

const urlOf = (platform: NetworkId, typed: string) => {
  const read = readPlatformLink(platform, typed);
  return 'fault' in read ? null : read.url;
};

describe('readPlatformLink', () => {
  it.each(NETWORKS.map(({ id }) => id))('reads the example of %s, and reads the resulting address unchanged', (id) => {
    const url = urlOf(id, nameFieldOf(id).example);
    expect(url).toMatch(/^https:\/\/[^/]+\//);
    expect(urlOf(id, url ?? '')).toBe(url);
  });

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
    ['bluesky', '@maya.bsky.social', 'https://bsky.app/profile/maya.bsky.social'],
    ['bluesky', 'maya.example', 'https://bsky.app/profile/maya.example'],
    ['bluesky', 'https://bsky.app/profile/did:plc:abc234', 'https://bsky.app/profile/did:plc:abc234'],
    ['mastodon', '@maya@mastodon.social', 'https://mastodon.social/@maya'],
    ['mastodon', 'maya@social.example', 'https://social.example/@maya'],
    ['mastodon', 'https://mastodon.social/@maya', 'https://mastodon.social/@maya'],
    ['mastodon', 'social.example/@maya', 'https://social.example/@maya'],
    ['mastodon', 'https://mastodon.social/@maya@chaos.social', 'https://chaos.social/@maya'],
    ['mastodon', 'https://mastodon.social/users/maya', 'https://mastodon.social/@maya'],
    ['spotify', 'spotify:artist:4Z8W4fKeB5YxbusRsdQVPb', 'https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb'],
    ['spotify', 'https://open.spotify.com/intl-de/artist/4Z8W', 'https://open.spotify.com/intl-de/artist/4Z8W'],
    ['spotify', 'spotify.link/AbCd', 'https://spotify.link/AbCd'],
    ['applemusic', 'music.apple.com/us/artist/maya/123', 'https://music.apple.com/us/artist/maya/123'],
    ['soundcloud', 'https://m.soundcloud.com/maya', 'https://soundcloud.com/maya'],
    ['soundcloud', 'https://on.soundcloud.com/AbC12', 'https://on.soundcloud.com/AbC12'],
    ['bandcamp', 'Maya', 'https://maya.bandcamp.com/'],
    ['bandcamp', 'maya.bandcamp.com', 'https://maya.bandcamp.com/'],
    ['bandcamp', 'https://maya.bandcamp.com/album/sea#x', 'https://maya.bandcamp.com/album/sea'],
    ['substack', 'maya', 'https://maya.substack.com/'],
    ['substack', '@maya', 'https://substack.com/@maya'],
    ['substack', 'https://maya.substack.com/?utm_source=x', 'https://maya.substack.com/'],
    ['medium', 'maya', 'https://medium.com/@maya'],
    ['medium', 'https://maya.medium.com', 'https://maya.medium.com/'],
    ['tumblr', 'https://tumblr.com/maya', 'https://www.tumblr.com/maya'],
    ['tumblr', 'https://maya-makes.tumblr.com/', 'https://maya-makes.tumblr.com/'],
    ['patreon', 'patreon.com/c/maya', 'https://patreon.com/c/maya'],
    ['patreon', 'https://www.patreon.com/user?u=12', 'https://www.patreon.com/user?u=12'],
    ['kofi', 'https://ko-fi.com/maya', 'https://ko-fi.com/maya'],
    ['paypal', 'https://www.paypal.com/paypalme/maya', 'https://paypal.me/maya'],
    ['paypal', 'maya/5eur', 'https://paypal.me/maya/5eur'],
    ['etsy', 'https://www.etsy.com/de/shop/MayaMakes', 'https://www.etsy.com/de/shop/MayaMakes'],
    ['etsy', 'https://mayamakes.etsy.com', 'https://mayamakes.etsy.com/'],
    ['gitlab', 'maya/group/project', 'https://gitlab.com/maya/group/project'],
    ['steam', '76561197960287930', 'https://steamcommunity.com/profiles/76561197960287930'],
    ['steam', 'steamcommunity.com/id/maya/', 'https://steamcommunity.com/id/maya'],
    ['signal', '+49 151 123456', 'https://signal.me/#p/+49151123456'],
    ['signal', 'https://signal.me/#eu/AbCdEfGhIj-_K', 'https://signal.me/#eu/AbCdEfGhIj-_K'],
    ['line', '@shop', 'https://line.me/R/ti/p/@shop'],
    ['line', 'maya', 'https://line.me/ti/p/~maya'],
    ['line', 'https://lin.ee/AbCdEf', 'https://lin.ee/AbCdEf'],
    ['orcid', 'https://orcid.org/0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['website', 'maya.example', 'https://maya.example/'],
    ['website', 'https://www.maya.example/shop?x=1#y', 'https://www.maya.example/shop?x=1#y'],
    ['website', 'https://mäya.example', 'https://xn--mya-qla.example/'],
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
    ['bluesky', 'maya'],
    ['bluesky', 'https://bsky.app/profile/maya'],
    ['mastodon', 'maya'],
    ['mastodon', '@maya'],
    ['mastodon', '@maya@localhost'],
    ['mastodon', '@maya@server.example:8443'],
    ['mastodon', 'https://mastodon.social/about'],
    ['mastodon', 'https://evil@mastodon.social/@maya'],
    ['spotify', 'maya'],
    ['spotify', 'https://open.spotify.com/'],
    ['applemusic', 'Maya'],
    ['bandcamp', 'https://bandcamp.com/'],
    ['bandcamp', 'maya makes'],
    ['substack', 'https://maya.substack.com.evil.example/'],
    ['medium', 'https://medium.com/'],
    ['paypal', 'maya@mail.example'],
    ['kofi', 'maya makes'],
    ['signal', 'maya'],
    ['signal', 'https://signal.me/'],
    ['signal', '0151 123456'],
    ['line', 'https://line.me/'],
    ['orcid', '0000-0002-1825-0096'],
    ['website', 'http://maya.example/'],
    ['website', 'javascript:alert(1)'],
    ['website', 'maya'],
    ['website', 'https://localhost/'],
    ['website', 'https://user:secret@maya.example/'],
    ['website', ''],
  ] as const)('rejects the %s input %j', (platform, typed) => expect(urlOf(platform, typed)).toBeNull());

  it('returns only https addresses that a page may link to, and user names of bounded length', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NETWORKS),
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

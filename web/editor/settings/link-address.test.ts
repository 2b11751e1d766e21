import { expect, it } from 'vitest';
import { builtLink } from './link-address.ts';
import { OFFERED } from './offered-platforms.ts';

it.each([
  ['instagram', 'https://instagram.com/ada'],
  ['twitter', 'https://twitter.com/ada'],
  ['facebook', 'https://facebook.com/ada'],
  ['linkedin', 'https://linkedin.com/in/ada'],
  ['youtube', 'https://youtube.com/@ada'],
  ['github', 'https://github.com/ada'],
  ['tiktok', 'https://tiktok.com/@ada'],
  ['twitch', 'https://twitch.tv/ada'],
  ['discord', ''],
  ['telegram', 'https://t.me/ada'],
])('builds the address for %s: %s', (platform, address) => {
  expect(OFFERED).toContain(platform);
  expect(builtLink(platform, 'ada')).toEqual({ username: 'ada', url: address });
});

it('adds exactly one @ for platforms that need it', () => {
  expect(builtLink('youtube', '@ada')).toMatchObject({ url: 'https://youtube.com/@ada' });
  expect(builtLink('tiktok', '@ada')).toMatchObject({ url: 'https://tiktok.com/@ada' });
});

it('offers ten different platforms', () => expect(new Set(OFFERED).size).toBe(10));

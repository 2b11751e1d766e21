import { describe, expect, it } from 'vitest';
import type { SocialLink } from '../../contract/social-links.ts';
import { moved, withLink } from './link-list.ts';

const link = (platform: string, username: string, url: string): SocialLink => ({
  platform,
  username,
  url,
  isActive: true,
  active: true,
});
const links = [link('discord', 'ada', ''), link('github', 'ada', 'https://github.com/ada')];

describe('withLink', () => {
  it('adds a network at the end', () => {
    const added = { username: 'ada', url: 'https://tiktok.com/@ada' };
    expect(withLink(links, 'tiktok', added)).toEqual([...links, link('tiktok', added.username, added.url)]);
  });
  it('changes a network in its place', () => {
    const invite = { username: 'discord.gg/ada', url: 'https://discord.gg/ada' };
    expect(withLink(links, 'discord', invite)).toEqual([link('discord', invite.username, invite.url), links[1]]);
  });
});

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 1, 'bac'],
])('moves %i to %i: %s', (from, to, expected) => {
  expect(moved([...'abc'], from, to).join('')).toBe(expected);
});

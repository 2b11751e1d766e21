import { describe, expect, it } from 'vitest';
import type { SocialLink } from '../../contract/social-links.ts';
import { mergeLinks, moveItem, withLink, restoreRemoved } from './link-list.ts';

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
  expect(moveItem([...'abc'], from, to).join('')).toBe(expected);
});

describe('mergeLinks', () => {
  const [discord, github] = links as [SocialLink, SocialLink];
  const twitch = link('twitch', 'ada', 'https://twitch.tv/ada');
  const facebook = link('facebook', 'ada', 'https://facebook.com/ada');
  const other = link('github', 'countess', 'https://github.com/countess');
  it.each([
    ['what both added', links, [...links, facebook], [...links, twitch], [...links, facebook, twitch]],
    ['what either removed', links, [discord], [github], []],
    ['what was changed here', links, [...links, facebook], [discord, other], [discord, other, facebook]],
    ['what was changed there', links, [discord, other], [...links, twitch], [discord, other, twitch]],
    ['what was changed here and removed there', links, [discord], [discord, other], [discord, other]],
  ])('keeps %s', (_what, base, theirs, mine, expected) => {
    expect(mergeLinks(base, theirs, mine)).toEqual(expected);
  });
});

it('restoreRemoved brings back what was removed one after the other, unless it is there already', () => {
  const [discord, github] = links as [SocialLink, SocialLink];
  const removed = [
    { link: discord, index: 0 },
    { link: github, index: 0 },
  ];
  expect(restoreRemoved([], removed)).toEqual(links);
  expect(restoreRemoved([github], removed)).toEqual(links);
});

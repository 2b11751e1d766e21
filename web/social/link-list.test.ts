import { describe, expect, it } from 'vitest';
import type { SocialLink } from '../../contract/social/social-links.ts';
import { mergeLinks, moveItem, restoreRemoved, withLink } from './link-list.ts';

const link = (platform: string, username: string, url: string): SocialLink => ({
  platform,
  username,
  url,
  isActive: true,
  active: true,
});
const links = [link('discord', 'ada', ''), link('github', 'ada', 'https://github.com/ada')];

describe('withLink', () => {
  it('adds the link of a new platform at the end', () => {
    const added = { username: 'ada', url: 'https://tiktok.com/@ada' };
    expect(withLink(links, 'tiktok', added)).toEqual([...links, link('tiktok', added.username, added.url)]);
  });
  it('replaces the link of a platform in its place', () => {
    const invite = { username: 'discord.gg/ada', url: 'https://discord.gg/ada' };
    expect(withLink(links, 'discord', invite)).toEqual([link('discord', invite.username, invite.url), links[1]]);
  });
});

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [0, 1, 'bac'],
])('moves the item at index %i to index %i: %s', (from, to, expected) => {
  expect(moveItem([...'abc'], from, to).join('')).toBe(expected);
});

describe('mergeLinks', () => {
  const [discord, github] = links as [SocialLink, SocialLink];
  const twitch = link('twitch', 'ada', 'https://twitch.tv/ada');
  const facebook = link('facebook', 'ada', 'https://facebook.com/ada');
  const other = link('github', 'countess', 'https://github.com/countess');
  it.each([
    ['additions of both sides', links, [...links, facebook], [...links, twitch], [...links, facebook, twitch]],
    ['removals of either side', links, [discord], [github], []],
    ['changes made here', links, [...links, facebook], [discord, other], [discord, other, facebook]],
    ['changes made elsewhere', links, [discord, other], [...links, twitch], [discord, other, twitch]],
    ['a change made here of a link that was removed elsewhere', links, [discord], [discord, other], [discord, other]],
  ])('merges links and keeps %s', (_case, base, theirs, mine, expected) => {
    expect(mergeLinks(base, theirs, mine)).toEqual(expected);
  });
});

it('restores several removed links in their places, except those that are present again', () => {
  const [discord, github] = links as [SocialLink, SocialLink];
  const removed = [
    { link: discord, index: 0 },
    { link: github, index: 0 },
  ];
  expect(restoreRemoved([], removed)).toEqual(links);
  expect(restoreRemoved([github], removed)).toEqual(links);
});

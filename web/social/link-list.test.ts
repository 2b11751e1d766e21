import { describe, expect, it } from 'vitest';
import type { SocialLink } from '../../contract/social-links.ts';
import { combined, moved, typedUsername, withRemoved, withUsername } from './link-list.ts';

describe('typedUsername', () => {
  it.each([
    ['github', ' ada ', 'ada'],
    ['youtube', '@ada', '@ada'],
    ['github', 'https://github.com/ada/', 'ada'],
    ['linkedin', 'www.linkedin.com/in/ada?trk=share', 'ada'],
    ['youtube', 'https://www.youtube.com/@ada', '@ada'],
    // Another network's address is no name here, but it is not ours to guess.
    ['github', 'https://gitlab.com/ada', 'https://gitlab.com/ada'],
    ['github', '   ', ''],
  ])('%s: %j is %j', (platform, typed, username) => {
    expect(typedUsername(platform, typed)).toBe(username);
  });
});

const link = (platform: string, username: string, url: string): SocialLink => ({
  platform,
  username,
  url,
  isActive: true,
  active: true,
});
const links = [link('discord', 'ada', ''), link('github', 'ada', 'https://github.com/ada')];

describe('withUsername', () => {
  it('adds at the end, with the address that the network makes of the name', () => {
    expect(withUsername(links, 'tiktok', 'ada')).toEqual([...links, link('tiktok', 'ada', 'https://tiktok.com/@ada')]);
  });
  it('changes in place', () => {
    expect(withUsername(links, 'discord', '42')).toEqual([
      link('discord', '42', 'https://discord.com/users/42'),
      links[1],
    ]);
  });
  it('leaves an address alone whose name stays', () => {
    expect(withUsername(links, 'discord', 'ada')).toEqual(links);
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

describe('combined', () => {
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
    expect(combined(base, theirs, mine)).toEqual(expected);
  });
});

it('withRemoved brings back what was removed one after the other, unless it is there already', () => {
  const [discord, github] = links as [SocialLink, SocialLink];
  const removed = [
    { link: discord, index: 0 },
    { link: github, index: 0 },
  ];
  expect(withRemoved([], removed)).toEqual(links);
  expect(withRemoved([github], removed)).toEqual(links);
});

import { describe, expect, it } from 'vitest';
import type { Block } from '../../../contract/blocks/blocks.ts';
import { words } from '../../../contract/words.ts';
import { toBlock } from './page-blocks.ts';
import { placeBlocks, placeSocialLinks } from './place-blocks.ts';
import type { StoredBlock } from './stored-blocks-store.ts';

const shared = { hidden: false, featured: false, from: null, until: null };
const network = (platform: string, username: string, id?: string) =>
  ({ type: 'network', platform, username, url: '', ...shared, ...(id !== undefined && { id }) }) as Block;
const heading = (text: string, id?: string) =>
  ({ type: 'heading', text, ...shared, ...(id !== undefined && { id }) }) as Block;

/** Ids and names in order; the links of `socialLinks` are marked. */
const show = (stored: StoredBlock[]) =>
  stored.map(({ id, content, is_social }) => `${id}:${content.username ?? content.text}${is_social ? '*' : ''}`);
const GENERATED = /^\d[a-z0-9]{5}$/;

describe('placeBlocks', () => {
  it('stores the first link of each network in socialLinks, under the id of the network', () => {
    const placed = placeBlocks(
      [heading('Hi'), network('instagram', 'a'), network('instagram', 'b'), network('mastodon', 'c')],
      [],
    );
    expect(placed.map(({ is_social }) => is_social)).toEqual([false, true, false, false]);
    expect(placed[1]?.id).toBe('instagram');
    for (const at of [0, 2, 3]) expect(placed[at]?.id).toMatch(GENERATED);
    expect(new Set(placed.map(({ id }) => id)).size).toBe(4);
  });

  it('keeps the id and the table of each link when two links of one network change places', () => {
    const stored = placeBlocks([network('instagram', 'a'), network('instagram', 'b')], []);
    const [first, second] = stored.map(toBlock);
    if (!first || !second) throw new Error('two blocks');
    expect(show(placeBlocks([second, first], stored))).toEqual([`${second.id}:b`, 'instagram:a*']);
  });

  it('moves the second link of a network, with its id, to socialLinks when the first is removed', () => {
    const stored = placeBlocks([network('instagram', 'a'), network('instagram', 'b')], []);
    const second = stored.map(toBlock)[1];
    const alone = placeBlocks(second ? [second] : [], stored);
    expect(show(alone)).toEqual([`${second?.id}:b*`]);
    // A further link of the network does not take its place.
    const more = placeBlocks([network('instagram', 'c'), ...alone.map(toBlock)], alone);
    expect(show(more)).toEqual([expect.stringMatching(/^\d.{5}:c$/), `${second?.id}:b*`]);
  });

  it('replaces an id that the page does not have, and the id of a network on anything but its link', () => {
    const stored = placeBlocks([network('instagram', 'a')], []);
    const placed = placeBlocks(
      [heading('x', 'nobody'), heading('y', 'instagram'), network('tiktok', 'z', 'instagram')],
      stored,
    );
    expect(placed[0]?.id).toMatch(GENERATED);
    expect(placed[1]?.id).toMatch(GENERATED);
    expect(placed[2]).toMatchObject({ id: 'tiktok', is_social: true });
  });

  it('prefers the link whose id is the name of its network to one that changed its network', () => {
    const stored = placeBlocks([network('instagram', 'a'), network('instagram', 'b'), network('tiktok', 'c')], []);
    const [, second, tiktok] = stored.map(toBlock);
    const placed = placeBlocks([network('tiktok', 'd', second?.id), ...(tiktok ? [tiktok] : [])], stored);
    expect(show(placed)).toEqual([`${second?.id}:d`, 'tiktok:c*']);
  });
});

describe('placeSocialLinks', () => {
  const link = (platform: string, username = platform) => ({ platform, username, url: '', isActive: true });
  const page = () =>
    placeBlocks(
      [heading('top'), network('x', 'x'), heading('middle'), network('github', 'github'), heading('end')],
      [],
    );
  const place = (...links: ReturnType<typeof link>[]) => {
    const before = page();
    return placeSocialLinks(links, before).map((one) => `${one.content.username ?? one.content.text}`);
  };

  it('leaves links that stay where they are, and other blocks untouched', () => {
    expect(place(link('x'), link('github'))).toEqual(['top', 'x', 'middle', 'github', 'end']);
    expect(place(link('github'))).toEqual(['top', 'middle', 'github', 'end']);
    expect(place(link('x'))).toEqual(['top', 'x', 'middle', 'end']);
    expect(place()).toEqual(['top', 'middle', 'end']);
  });

  it('changes the order of links within their places', () => {
    expect(place(link('github'), link('x'))).toEqual(['top', 'github', 'middle', 'x', 'end']);
  });

  it('puts new links in the places of removed ones, and further ones after the last network', () => {
    expect(place(link('x'), link('tiktok'))).toEqual(['top', 'x', 'middle', 'tiktok', 'end']);
    expect(place(link('tiktok'), link('x'), link('github'), link('twitch'))).toEqual(
      words('top tiktok middle x github twitch end'),
    );
  });

  it('puts links at the end of a page without networks, or after a network of another list', () => {
    const without = placeBlocks([heading('a')], []);
    expect(show(placeSocialLinks([link('x')], without))).toEqual([expect.stringContaining(':a'), 'x:x*']);
    const other = placeBlocks([network('mastodon', 'm'), heading('a')], []);
    expect(show(placeSocialLinks([link('x')], other)).map((one) => one.split(':')[1])).toEqual(['m', 'x*', 'a']);
  });

  it('keeps the id, the feature and the times of a link that stays', () => {
    const from = '2026-01-01T00:00:00.000Z';
    const stored = placeBlocks([{ ...network('x', 'x'), featured: true, from }], []);
    const [kept] = placeSocialLinks(
      [{ ...link('x', 'y'), isActive: false }],
      [{ ...stored[0], id: '1abcde' } as StoredBlock],
    );
    expect(kept).toMatchObject({ id: '1abcde', hidden: true, featured: true, shown_from: from });
    expect(kept?.content).toEqual({ platform: 'x', username: 'y', url: '' });
  });
});

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Block, blocksInput, MAX_BLOCKS } from '../../../contract/blocks/blocks.ts';
import type { PublicProfile } from '../../../contract/profiles/profiles.ts';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { NETWORKS, type NetworkId } from '../../../contract/social/networks.ts';
import { words } from '../../../contract/words.ts';
import {
  blockPicture,
  contactBlock,
  difficultBlocks,
  embedBlock,
  everyBlock,
  fiftyBlocks,
  headingBlock,
  iconsBlock,
  linkBlock,
  lookOf,
  networkBlock,
  pageProfile,
  subscribeBlock,
  textBlock,
} from '../../../tests/support/pages/page-blocks.ts';
import { SAMPLE_SITE as site } from '../../../tests/support/pages/sample-site.ts';
import { renderPublicPage } from '../render.tsx';

const NOW = Date.UTC(2026, 10, 22);

const documentOf = (profile: PublicProfile, options = {}) =>
  renderPublicPage({ site, profile, followLinks: false, countClicks: false, now: NOW, ...options }).html;
const render = (blocks: Block[], options = {}) => documentOf(pageProfile('neon', { blocks }), options);
/** The blocks of a document: what follows the email and precedes the end of main. */
const body = (blocks: Block[], options = {}) =>
  /<p class="np-email">.*?<\/p>([\s\S]*)<\/main>/.exec(render(blocks, options))?.[1] ?? '';
const hrefs = (html: string) => [...html.matchAll(/<li><a href="([^"]*)"/g)].map((match) => match[1]);
const styleOf = (html: string) => /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';

describe('network cards', () => {
  it('draws network cards in order, opening a new tab without opener or referrer', () => {
    const html = body([networkBlock('x', 'b'), networkBlock('facebook', 'a')]);
    expect(hrefs(html)).toEqual(['https://x.com/b', 'https://facebook.com/a']);
    expect(html.match(/target="_blank" rel="noopener noreferrer me nofollow ugc"/g)).toHaveLength(2);
    expect(html).toContain('<b>Facebook</b><bdi>a</bdi>');
  });

  it('omits nofollow from network cards if search engines may follow links', () => {
    expect(body([networkBlock('x')], { followLinks: true })).toContain('target="_blank" rel="noopener noreferrer me"');
  });

  it('draws a card for every network, with its own icon and with twitter as X', () => {
    const html = body(NETWORKS.map(({ id }) => networkBlock(id)));
    expect(hrefs(html)).toHaveLength(NETWORKS.length);
    expect(html.match(/<b>X<\/b>/g)).toHaveLength(2);
    const icons = [...html.matchAll(/<span class="np-icon"[^>]*><svg[^>]*><path d="([^"]+)"/g)].map(
      (match) => match[1],
    );
    expect(icons).toHaveLength(NETWORKS.length);
    expect(new Set(icons).size).toBe(NETWORKS.length - 1);
  });

  it.each([
    [
      'an unknown network',
      { ...networkBlock('x'), platform: 'myspace' as NetworkId, url: 'https://myspace.example/a' },
    ],
    ['no address', networkBlock('wechat', 'ana', { url: '' })],
    ['javascript:', networkBlock('x', 'ana', { url: 'javascript:alert(1)' })],
    ['JavaScript: with a tab', networkBlock('x', 'ana', { url: 'JaVa\tScript:alert(1)' })],
    ['data:', networkBlock('x', 'ana', { url: 'data:text/html,<script>alert(1)</script>' })],
    ['vbscript:', linkBlock('a', ' vbscript:msgbox(1)')],
    ['a path', linkBlock('a', '//evil.example')],
    ['javascript: in an embed', embedBlock('video', 'a', 'javascript:alert(1)')],
  ])('leaves out a link with %s', (_, bad) => {
    const html = body([bad, networkBlock('github')]);
    expect(hrefs(html)).toEqual(['https://github.com/ana.makes']);
    expect(html).not.toContain(bad.url || 'np-none');
  });
});

describe('links', () => {
  it('shows the title and the host of a link, and a picture, an emoji or an icon', () => {
    const html = body([
      linkBlock('Shop', 'https://www.shop.example/a?b', { image: blockPicture('shop'), emoji: '🎸' }),
      linkBlock('Tour', 'http://tour.example:8080/', { emoji: '🎸' }),
      linkBlock('Blog', 'https://blog.example'),
    ]);
    expect(html).toContain('<b>Shop</b><bdi>shop.example</bdi>');
    expect(html).toContain('<b>Tour</b><bdi>tour.example:8080</bdi>');
    expect(html).toMatch(/<span class="np-icon np-thumb"[^>]*><img src="\/media\/block-[0-9a-f]{40}-160.webp" alt=""/);
    expect(html).toMatch(/<span class="np-icon np-emoji" aria-hidden="true">🎸<\/span>/);
    expect(html).toMatch(/<span class="np-icon" aria-hidden="true"><svg/);
    expect(html.match(/rel="noopener noreferrer nofollow ugc"/g)).toHaveLength(3);
  });

  it('opens no tab for a link to an email or a telephone, and shows the address or number', () => {
    const html = body([
      linkBlock('Agent', 'mailto:a%40b@x.example?subject=Hi'),
      linkBlock('Call', 'tel:+351911222333'),
    ]);
    expect(html).not.toContain('target=');
    expect(html).toContain('<bdi>a@b@x.example</bdi>');
    expect(html).toContain('<bdi>+351911222333</bdi>');
  });

  it('draws featured links larger, with their picture on top', () => {
    const image = blockPicture('new');
    const html = body([linkBlock('New', 'https://a.example', { image, featured: true })]);
    expect(html).toMatch(/class="np-big np-wide"[^>]*><span class="np-shot"><img src="[^"]*" srcSet="[^"]*960w" sizes/);
    expect(body([networkBlock('x', 'a', { featured: true })])).toContain('class="np-big"');
  });

  it('reports clicks on links under the ids of their blocks, but only if clicks are counted', () => {
    const blocks = [
      networkBlock('github'),
      linkBlock('Shop', 'https://shop.example', { id: 'b1' }),
      embedBlock('video', 'Film', 'https://film.example', { id: 'b2' }),
      iconsBlock(['x', 'bluesky'], { id: 'b3' }),
    ];
    const pings = (html: string) => [...html.matchAll(/ ping="([^"]*)"/g)].map((match) => match[1]);
    expect(pings(body(blocks))).toEqual([]);
    const ids = ['github', 'b1', 'b2', 'b3-x', 'b3-bluesky'];
    expect(pings(body(blocks, { countClicks: true }))).toEqual(ids.map((id) => `/ana-lima/ping/${id}`));
  });
});

describe('other blocks', () => {
  it('draws headings, and texts with their lines', () => {
    const html = body([headingBlock('Listen'), textBlock('one\n\n\n\ntwo'), textBlock('long '.repeat(40))]);
    expect(html).toContain('<h2 dir="auto">Listen</h2><p class="np-text" dir="auto">one\n\ntwo</p>');
    expect(html).toContain('<p class="np-text np-long"');
  });

  it('draws a row of icons with accessible names', () => {
    const html = body([iconsBlock(['x', 'mastodon'])]);
    expect([...html.matchAll(/aria-label="([^"]*)"/g)].map((match) => match[1])).toEqual([
      'X: ana.makes',
      'Mastodon: ana.makes',
    ]);
    expect(html).toMatch(/^<ul class="np-icons">/);
  });

  it.each(['video', 'track', 'post', 'map'] as const)(
    'draws a %s as a picture with a link, and loads nothing',
    (kind) => {
      const drawn = body([embedBlock(kind, 'Title', 'https://www.media.example/watch?v=1')]);
      expect(hrefs(drawn)).toEqual(['https://www.media.example/watch?v=1']);
      expect(drawn).toMatch(/<svg class="np-drawn".*<svg class="np-mark".*<b>Title<\/b><bdi>media.example<\/bdi>/);
      const own = body([embedBlock(kind, 'Title', 'https://media.example/', { image: blockPicture(kind) })]);
      expect(own).toContain(`<img src="${blockPicture(kind)}"`);
      expect(own).not.toContain('np-drawn');
      expect(own + drawn).not.toMatch(/<(iframe|script|video|audio|object|embed|link)\b/);
    },
  );

  it('draws the forms, which post to paths of the page', () => {
    const html = body([contactBlock('Say hello', 'I read\nall.'), subscribeBlock()]);
    expect(html).toContain('action="/ana-lima/contact"');
    expect(html).toContain('action="/ana-lima/subscribe"');
    expect(html.match(/method="post"/g)).toHaveLength(2);
    expect(html).toContain('<h2 dir="auto">Say hello</h2><p dir="auto">I read\nall.</p>');
  });

  it('leaves out a form without a token, and sends the token of the other form', () => {
    const html = body([contactBlock(), subscribeBlock()], { formTokens: { subscribe: 'signed' } });
    expect(html).not.toContain('/ana-lima/contact');
    expect(html).toContain('<input type="hidden" name="form" value="signed"/>');
  });

  it('makes neighbouring cards one list', () => {
    const html = body([
      networkBlock('x'),
      linkBlock('a', 'https://a.example'),
      headingBlock('b'),
      networkBlock('github'),
    ]);
    expect(html.match(/<ul class="np-links">/g)).toHaveLength(2);
  });

  it('never shows a hidden block, and shows a scheduled block only between its times', () => {
    const link = (title: string, extra: object) => linkBlock(title, 'https://a.example', extra);
    const html = body([
      link('hidden', { hidden: true }),
      link('past', { until: '2026-11-22T00:00:00Z' }),
      link('later', { from: '2026-11-22T00:00:00.001Z' }),
      link('now', { from: '2026-11-22T00:00:00Z', until: '2026-11-22T01:00:01+01:00' }),
    ]);
    expect([...html.matchAll(/<b>(.*?)<\/b>/g)].map((match) => match[1])).toEqual(['now']);
  });

  it('describes only networks that are shown as the same person to search engines', () => {
    const html = render([
      networkBlock('github'),
      networkBlock('x', 'ana', { hidden: true }),
      iconsBlock(['bluesky', 'github']),
      linkBlock('a', 'https://a.example'),
    ]);
    expect(JSON.parse(/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '').mainEntity.sameAs).toEqual([
      'https://github.com/ana.makes',
      'https://bsky.app/profile/ana.makes',
    ]);
  });
});

describe('layouts', () => {
  const blocks = [
    networkBlock('x', 'a', { featured: true }),
    networkBlock('github'),
    networkBlock('bluesky'),
    linkBlock('a', 'https://a.example'),
    networkBlock('reddit'),
  ];
  const inLayout = (layout: 'list' | 'icons' | 'grid') => {
    const html = documentOf(pageProfile('neon', { blocks, look: lookOf({ layout }) }));
    return [...html.matchAll(/<ul class="(np-[a-z]+)">|<b>(\w+)<\/b>|aria-label="(\w+):/g)]
      .map((match) => match.slice(1).find(Boolean))
      .slice(0, -1);
  };

  it('draws neighbouring networks as one row of icons, but not featured ones', () => {
    expect(inLayout('icons')).toEqual(words('np-links X np-icons GitHub Bluesky np-links a np-icons Reddit'));
    expect(inLayout('list')).toEqual(['np-links', 'X', 'GitHub', 'Bluesky', 'a', 'Reddit']);
    expect(inLayout('grid')).toEqual(inLayout('list'));
  });
});

describe('size of a page', () => {
  it.each(THEME_IDS)('a page with 50 varied blocks in %s stays within 14,600 bytes with headers', (template) => {
    const blocks = fiftyBlocks();
    expect(blocks).toHaveLength(MAX_BLOCKS);
    expect(blocksInput.safeParse(blocks).error).toBeUndefined();
    expect(new Set(blocks.map(({ type }) => type)).size).toBe(8);
    const html = documentOf(
      pageProfile(template, {
        blocks,
        bannerImage: blockPicture('banner', 'banner'),
        profilePicture: blockPicture('avatar', 'avatar'),
        look: lookOf({ accent: '#2f7d6b', font: 'poppins', buttons: 'shadow', layout: 'grid' }),
      }),
      { countClicks: true, reportPage: true },
    );
    // Status line and headers have about 900 bytes.
    expect(gzipSync(html, { level: 9 }).length + 1024).toBeLessThanOrEqual(14_600);
    expect(brotliCompressSync(html).length + 1024).toBeLessThanOrEqual(14_600);
  });

  it('sends only the rules that the page needs', () => {
    const needs = (blocks: Block[], rule: string) => styleOf(render(blocks)).includes(rule);
    const rules: [string, Block][] = [
      ['.np h2{', headingBlock('a')],
      ['.np-text{', textBlock('a')],
      ['.np-icons{', iconsBlock(['x'])],
      ['.np-mark{', embedBlock('map', 'a', 'https://a.example')],
      ['.np-emoji{', linkBlock('a', 'https://a.example', { emoji: '🎸' })],
      ['.np-form{', subscribeBlock()],
      ['.np-big', networkBlock('x', 'a', { featured: true })],
    ];
    for (const [rule, block] of rules) {
      expect(needs([block], rule), rule).toBe(true);
      expect(needs([networkBlock('x')], rule), rule).toBe(false);
    }
  });
});

describe('markup', () => {
  it('a page has no script and no style attribute, and loads nothing from another site, whatever its blocks contain', () => {
    for (const blocks of [everyBlock(), difficultBlocks()]) {
      const html = body(blocks);
      const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
      expect(tags.filter((tag) => /^<script|\sstyle=/i.test(tag))).toEqual([]);
      expect(tags.filter((tag) => /\son\w+=/i.test(tag.replace(/"[^"]*"/g, '')))).toEqual([]);
      expect(tags.filter((tag) => /\s(src|srcset|action|poster|data)="(?!\/(media|ana-lima)\/)/i.test(tag))).toEqual(
        [],
      );
    }
  });
});

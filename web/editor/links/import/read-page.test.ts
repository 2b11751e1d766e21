import { describe, expect, it } from 'vitest';
import { MAX_IMPORT_LENGTH, readPage } from './read-page.ts';

const SHOP = 'https://shop.example/spring';
const script = (data: object) => `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script>`;
const page = (body: string, head = '') =>
  `<!doctype html><html><head><title>t</title>${head}</head><body>${body}</body></html>`;
/** The found blocks as `type title or name address`. */
const linesOf = (text: string) =>
  readPage(text).found.map((block) => {
    if (block.type === 'heading') return `heading ${block.text}`;
    return block.type === 'network' ? `${block.platform} ${block.username}` : `link ${block.title} ${block.url}`;
  });

describe('a saved page', () => {
  it('reads a Linktree page from its data: name, text, links in order, headings and networks', () => {
    const account = {
      username: 'maya.makes',
      pageTitle: 'Maya Makes 🎨',
      description: 'Prints and\nceramics',
      links: [
        { id: 1, type: 'CLASSIC', title: 'Spring shop', position: 0, url: SHOP },
        { id: 2, type: 'HEADER', title: 'Read', position: 1, url: null },
        { id: 3, type: 'CLASSIC', title: 'Newsletter', position: 2, url: 'https://maya.substack.com/subscribe' },
      ],
      socialLinks: [
        { type: 'INSTAGRAM', url: 'https://www.instagram.com/maya.makes/' },
        { type: 'EMAIL_ADDRESS', url: 'mailto:hi@maya.example' },
      ],
    };
    const text = page(
      '<a href="https://linktr.ee/s/about">Learn</a>',
      `<meta property="og:url" content="https://linktr.ee/maya.makes">`,
    );
    const saved = text.replace('</body>', `${script({ props: { pageProps: { account } } })}</body>`);
    expect(readPage(saved)).toMatchObject({ source: 'Linktree', name: 'Maya Makes 🎨', bio: 'Prints and\nceramics' });
    expect(linesOf(saved)).toEqual([
      `link Spring shop ${SHOP}`,
      'heading Read',
      'link Newsletter https://maya.substack.com/subscribe',
      'instagram maya.makes',
      'link hi@maya.example mailto:hi@maya.example',
    ]);
  });

  it('reports every loss from a Linktree page: spaces in a number, a title that is too long, addresses that cannot be linked', () => {
    const long = 'L'.repeat(300);
    const links = [
      { type: 'CLASSIC', title: 'Press me', url: 'javascript:alert(1)' },
      { type: 'CLASSIC', title: long, url: 'https://long.example/' },
      { type: 'CLASSIC', title: '🎨🏺', url: 'https://emoji.example/a b' },
    ];
    const socialLinks = [{ type: 'WHATSAPP', url: 'https://wa.me/33 6 12 34 56 78' }];
    const saved = page(script({ props: { pageProps: { account: { username: 'maya', links, socialLinks } } } }));
    expect(linesOf(saved)).toEqual([
      `link ${'L'.repeat(99)}… https://long.example/`,
      'link 🎨🏺 https://emoji.example/a%20b',
      'whatsapp +33612345678',
    ]);
    expect(readPage(saved).left).toEqual([
      { what: 'Press me', reason: 'Only https, http, mailto and tel addresses can be linked.' },
      { what: long.slice(0, 200), reason: 'A title has at most 100 characters: the rest of this one is cut.' },
    ]);
  });

  it('reads a Bento page from its data, with the titles that its owner chose', () => {
    const items = [
      { id: 'a', data: { type: 'link', href: SHOP, overrides: { title: 'My shop' } } },
      { id: 'b', data: { type: 'section-header', title: 'Elsewhere' } },
      { id: 'c', data: { type: 'link', href: 'https://github.com/maya' } },
    ];
    const data = { props: { pageProps: { initialData: { user: { username: 'maya', bento: { items } } } } } };
    const saved = page(script(data), '<meta property="og:url" content="https://bento.me/maya">');
    expect(readPage(saved).source).toBe('Bento');
    expect(linesOf(saved)).toEqual([`link My shop ${SHOP}`, 'heading Elsewhere', 'github maya']);
  });

  it('reads a Carrd page from its links', () => {
    const saved = page(
      `<h1 id="text01">Maya <b>Makes</b></h1>
       <ul class="buttons"><li><a href="${SHOP}" class="button n01"><span class="label">Spring shop</span></a></li></ul>
       <ul class="icons"><li><a class="n01" href="https://www.youtube.com/@mayamakes"><svg><title>x</title></svg><span class="label">YouTube</span></a></li></ul>
       <a href="#top">Top</a><a href="https://carrd.co/build">Made with Carrd</a>`,
      '<meta property="og:description" content="Prints">',
    );
    expect(readPage(saved)).toMatchObject({ name: 'Maya Makes', bio: 'Prints' });
    expect(linesOf(saved)).toEqual([`link Spring shop ${SHOP}`, 'youtube @mayamakes']);
    expect(readPage(saved).left).toEqual([{ what: 'Made with Carrd', reason: 'It leads to Carrd itself.' }]);
  });

  it('reads Beacons and LinkStack pages from their links, with the reason for each that is left out', () => {
    const beacons = page(
      `<a href="${SHOP}" aria-label="Spring shop"><img src="https://beacons.ai/i.png"></a><a href="javascript:alert(1)">Tap</a>`,
      '<meta property="og:url" content="https://beacons.ai/maya"><meta property="og:title" content="Maya - Beacons">',
    );
    expect(readPage(beacons)).toMatchObject({ source: 'Beacons', name: 'Maya' });
    expect(linesOf(beacons)).toEqual([`link Spring shop ${SHOP}`]);
    expect(readPage(beacons).left).toMatchObject([{ what: 'Tap', reason: /^Only https/ }]);
    const stack = page(
      `<h1>Maya</h1><a id="1" class="button button-custom" href="${SHOP}"><img class="icon" src="i.svg"> Spring shop</a>
       <a class="button" href="/going/12">Blog</a><a href="${SHOP}">Again</a>`,
      '<meta name="generator" content="LinkStack">',
    );
    expect(linesOf(stack)).toEqual([`link Spring shop ${SHOP}`]);
    expect(readPage(stack).source).toBe('LinkStack');
    expect(readPage(stack).left).toEqual([
      { what: 'Blog', reason: 'The address leads only to a part of the old page.' },
      { what: 'Again', reason: 'The same address is on the page twice.' },
    ]);
  });
});

describe('a list of links', () => {
  it('reads a list of links line by line, with titles before or after the address, and without https', () => {
    const list = `My shop: ${SHOP}\r\n\r\nhttps://github.com/maya\nblog.example/posts My blog\nmailto:hi@maya.example\nno address here`;
    expect(linesOf(list)).toEqual([
      `link My shop ${SHOP}`,
      'github maya',
      'link My blog https://blog.example/posts',
      'link hi@maya.example mailto:hi@maya.example',
    ]);
    expect(readPage(list).left).toMatchObject([{ what: 'no address here' }]);
  });
});

describe('a hostile page', () => {
  const addresses = (text: string) => readPage(text).found.flatMap((found) => ('url' in found ? [found.url] : []));

  it('takes no address with another scheme, and no control or direction characters, from a hostile page', () => {
    const urls = [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'blob:x',
      '//evil.example',
    ];
    const anchors = urls.map((url) => `<a href="${url}">x</a>`).join('');
    const data = script({ links: urls.map((url) => ({ url, title: 'x' })) });
    expect(addresses(page(anchors + data))).toEqual([]);
    const found = readPage(page(`<a href="${SHOP}">a\u202eb</a><a href="https://b.example">&#0;&#8238;</a>`)).found;
    for (const { title } of found as { title: string }[]) expect(title).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it.each([
    ['open links', '<a href="https://a.example">'.repeat(150_000)],
    ['brackets', `<html>${'<'.repeat(4_900_000)}`],
    ['attributes', `<a ${'x '.repeat(2_400_000)}>`],
    ['entities', `<p>${'&amp'.repeat(1_200_000)}`],
    ['deep data', `<html><script type="application/json">${'[{"a":'.repeat(400_000)}</script>`],
    [
      'wide data',
      `<html>${script({ links: Array.from({ length: 60_000 }, (_, at) => ({ url: `https://a.example/${at}`, title: 'x' })) })}`,
    ],
    ['lines', 'a.'.repeat(2_400_000)],
    ['many lines', 'https://a.example\n'.repeat(270_000)],
  ])('reads a hostile page of 5 MB with %s', (_name, text) => {
    expect(text.length).toBeLessThanOrEqual(MAX_IMPORT_LENGTH);
    const { found, left } = readPage(text);
    expect(found.length).toBeLessThanOrEqual(200);
    expect(left.length).toBeLessThanOrEqual(200);
  });

  it('rejects a hostile page of more than 5 MB, or with a million open elements', () => {
    expect(() => readPage('x'.repeat(MAX_IMPORT_LENGTH + 1))).toThrow(RangeError);
    expect(() => readPage('<div>'.repeat(1_000_000))).toThrow(RangeError);
  });
});

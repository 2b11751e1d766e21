import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Site } from '../../contract/documents.ts';
import { picturePath } from '../../contract/pictures.ts';
import type { PublicProfile } from '../../contract/profiles/profiles.ts';
import { THEME_IDS, themeConfigOf } from '../../contract/profiles/themes.ts';
import { lookOf, networkBlock, pageProfile } from '../../tests/support/pages/page-blocks.ts';
import { SAMPLE_SITE } from '../../tests/support/pages/sample-site.ts';
import { renderProfileNotFound, renderPublicPage, renderResting } from './render.tsx';

const site: Site = { ...SAMPLE_SITE, mailDomain: 'mail.np.example' };

const link = networkBlock;

function profile(changes: Partial<PublicProfile> = {}): PublicProfile {
  return pageProfile('neon', {
    username: 'ana',
    displayName: 'Ana',
    bio: 'First line\nsecond line',
    blocks: [],
    ...changes,
  });
}

const render = (changes?: Partial<PublicProfile>) =>
  renderPublicPage({ site, profile: profile(changes), followLinks: false, countClicks: false }).html;

/** Returns the opening tags of a document, without the contents of style and script elements. */
function tags(html: string): string[] {
  return html.replace(/(<(style|script)[^>]*>)[\s\S]*?<\/\2>/g, '$1').match(/<[a-z][^>]*>/gi) ?? [];
}

const SEVEN = (['instagram', 'youtube', 'snapchat', 'discord', 'wechat', 'whatsapp', 'reddit'] as const).map((id) =>
  link(id),
);

describe('renderPublicPage', () => {
  it.each(THEME_IDS)(
    'renders %s with one hashed style, no script, no style attribute, and within one round trip',
    (template) => {
      const { html, styleHash } = renderPublicPage({
        site,
        followLinks: false,
        countClicks: false,
        profile: profile({
          template,
          themeConfig: themeConfigOf(template),
          bio: 'Words that do not repeat: zephyr quartz jackdaw vixen blob. '.repeat(5),
          bannerImage: picturePath('banner', '0123456789abcdef0123456789abcdef01234567', 960),
          profilePicture: picturePath('avatar', 'fedcba9876543210fedcba9876543210fedcba98', 256),
          blocks: SEVEN,
        }),
      });
      const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)];
      expect(styles).toHaveLength(1);
      // Vitest empties style sheets that its setting css.include does not list, which would make the sizes below meaningless.
      expect(styles[0]?.[1]).toContain('.np-links');
      expect(styleHash).toBe(
        `sha256-${createHash('sha256')
          .update(styles[0]?.[1] ?? '')
          .digest('base64')}`,
      );
      expect(tags(html).filter((tag) => /\sstyle=|\son\w+=/i.test(tag))).toEqual([]);
      expect(tags(html).filter((tag) => tag.startsWith('<script'))).toEqual(['<script type="application/ld+json">']);
      // The budget is 14,600 bytes, with reserves for growth.
      expect(gzipSync(html).length + 1024).toBeLessThan(9000);
      expect(brotliCompressSync(html).length + 1024).toBeLessThan(8000);
    },
  );

  it.each(THEME_IDS)('draws a distinct banner for the theme %s in under 3 KB', (template) => {
    const html = render({ template, themeConfig: themeConfigOf(template) });
    const banner = /<div class="np-banner">([\s\S]*?)<\/div>/.exec(html)?.[1] ?? '';
    expect(banner).toMatch(/^<svg.*<\/svg>$/);
    expect(banner.length).toBeLessThan(3072);
    const others = THEME_IDS.filter((id) => id !== template);
    for (const id of others) {
      expect(render({ template: id, themeConfig: themeConfigOf(id) })).not.toContain(banner);
    }
  });

  it('fades the drawn banner into the owner’s background', () => {
    const look = lookOf({ background: { kind: 'colour', colour: '#101418' } });
    expect(render({ look })).toMatch(/np-banner\{[^}]*mask:/);
    for (const changes of [{}, { look: lookOf({ accent: '#1f9d55' }) }, { look, bannerImage: '/media/b.avif' }]) {
      expect(render(changes)).not.toContain('mask:');
    }
  });

  it('shows a page without links as a card, without a gap above its share button', () => {
    expect(render()).toMatch(/np main\{flex:none/);
    expect(render({ blocks: [link('github', 'ana')] })).not.toContain('flex:none}.np footer');
  });

  it('renders metadata for search engines and link previews', () => {
    const html = render({ bannerImage: '/media/b.avif', blocks: [link('github', 'ana'), link('x', 'ana')] });
    expect(html).toContain('<title>Ana (ana)</title>');
    expect(html).toContain('<link rel="canonical" href="https://np.example/ana"/>');
    expect(html).toContain('<meta name="description" content="First line second line"/>');
    expect(html).toContain('<meta property="og:image" content="https://np.example/media/b.avif"/>');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    const data = JSON.parse(/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '');
    expect(data['@type']).toBe('ProfilePage');
    expect(data.mainEntity.sameAs).toEqual(['https://github.com/ana', 'https://x.com/ana']);
  });
});

describe('profile content', () => {
  it('shows name, bio, address and email', () => {
    const html = render();
    expect(html).toContain('<h1 dir="auto">Ana</h1>');
    expect(html).toContain('>First line\nsecond line</p>');
    expect(html).toContain('>np.example/ana</p>');
    expect(html).toContain('href="mailto:ana@mail.np.example"');
    expect(html).toMatch(/<a href="\/">powered by <b>Nameplate<\/b>/);
  });

  it('hides the email only if it is switched off, and omits an empty bio', () => {
    expect(render({ emailVisible: false })).not.toContain('mailto:');
    expect(render({ emailVisible: undefined as unknown as boolean })).toContain('mailto:');
    expect(render({ bio: ' \n ' })).not.toContain('class="np-bio"');
    expect(render({ displayName: null })).toContain('<h1 dir="auto">ana</h1>');
  });

  it('shows the given banner and picture, or else the drawn ones', () => {
    const html = render({ bannerImage: 'https://cdn.example/b.jpg', profilePicture: '/media/p.avif' });
    expect(html).toContain('<img src="https://cdn.example/b.jpg"');
    expect(html).toContain('src="/media/p.avif"');
    expect(html).not.toContain('<svg class="np-picture');
    expect(render()).toMatch(/<svg class="np-picture np-monogram"[^>]*><text[^>]*>A<\/text>/);
  });
});

describe('pictures', () => {
  it('offers several widths of uploaded pictures, but not of external ones', () => {
    const id = 'a'.repeat(40);
    const html = render({
      bannerImage: picturePath('banner', id, 960),
      profilePicture: picturePath('avatar', id, 256),
    });
    const [banner = '', picture = ''] = html.match(/<img[^>]*>/g) ?? [];
    expect(banner).toContain(
      `srcSet="/media/banner-${id}-480.webp 480w, /media/banner-${id}-960.webp 960w, /media/banner-${id}-1440.webp 1440w"`,
    );
    expect(banner).toContain('sizes="504px"');
    expect(banner).toMatch(/width="1200" height="400"/);
    expect(picture).toContain(`/media/avatar-${id}-128.webp 128w`);
    expect(picture).toContain('sizes="112px"');
    expect(picture).toMatch(/width="112" height="112"/);

    const foreign = render({ bannerImage: 'https://cdn.example/b.jpg', profilePicture: '/media/other.webp' });
    expect(foreign).not.toMatch(/srcset|sizes=/i);
  });
});

describe('hostile input', () => {
  const evil = `"'><script>alert(1)</script></style></script></title><img src=x onerror=alert(1)><a onmouseover =alert(1)><a/onclick=alert(1)>&lt;`;

  it('escapes hostile input in every field (attack 16, attack 17)', () => {
    const hostile = profile({
      username: evil,
      displayName: evil,
      bio: evil,
      bannerImage: `https://cdn.example/${evil}`,
      profilePicture: `/media/${evil}`,
      blocks: [link('x', evil, { url: `https://x.com/${evil}` })],
      template: evil,
      themeConfig: {
        background: `red;}</style><script>alert(1)</script>`,
        cardBg: `red}body{background:url(https://evil.example)`,
        primaryColor: `#fff;}*{display:none`,
        secondaryColor: `url(javascript:alert(1))`,
        textColor: `expression(alert(1))`,
        fontFamily: `x;}@import "https://evil.example"`,
      },
    });
    const { html } = renderPublicPage({ site, profile: hostile, followLinks: false, countClicks: false });
    const plain = render({ bannerImage: '/b', profilePicture: '/p', blocks: [link('x')] });
    const names = (text: string) => tags(text).map((tag) => /^<\w+/.exec(tag)?.[0]);
    const withImages = ['<meta', '<meta'];
    expect(names(html).filter((name) => !withImages.includes(name ?? ''))).toEqual(
      names(plain).filter((name) => !withImages.includes(name ?? '')),
    );
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
    expect(tags(html).filter((tag) => /\son\w+=/i.test(tag.replace(/"[^"]*"/g, '')))).toEqual([]);
    expect(html.slice(html.indexOf('<style>'), html.indexOf('</style>'))).not.toMatch(/evil|alert|@import|expression/);
    expect(JSON.parse(/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '').mainEntity.name).toBe(evil);
  });

  it.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    '//evil.example/a.png',
    '/\\evil.example',
    'http://a.example/a.png',
    'x',
  ])('replaces the picture address %s with the drawn picture (attack 17)', (value) => {
    const html = render({ bannerImage: value, profilePicture: value });
    expect(html).not.toContain('<img');
    expect(html).not.toContain('og:image');
  });
});

describe('renderProfileNotFound', () => {
  it('renders the message for an unknown profile with noindex', () => {
    const { html } = renderProfileNotFound({ site, username: '<b>nobody</b>', free: false });
    expect(html).toContain('Profile Not Found</h1>');
    expect(html.replace(/<\/?bdi>/g, '')).toContain(
      'The profile &quot;&lt;b&gt;nobody&lt;/b&gt;&quot; doesn&#x27;t exist or has been removed.',
    );
    expect(html).toMatch(/<a href="\/">Go to Home<\/a>/);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(tags(html).filter((tag) => tag.startsWith('<script'))).toEqual([]);
    expect(html).not.toContain('claim it');
  });

  it('offers a free name, in lower case, before the link home', () => {
    const { html } = renderProfileNotFound({ site, username: 'Maya-Makes-Things', free: true });
    expect(html).toMatch(
      /<a href="\/create\?handle=maya-makes-things"[^>]*>This name is free: claim it<\/a><a href="\/">Go to Home<\/a>/,
    );
  });
});

describe('renderResting', () => {
  const { html, styleHash } = renderResting({ site, username: 'sleepy' });

  it('explains that the handle was not renewed, that mail is refused, and how its owner can renew it', () => {
    expect(html).toContain('<h1>This handle is resting</h1>');
    expect(html.replace(/<\/?bdi>/g, '')).toContain(
      '&quot;sleepy&quot; was not renewed. Its page is offline, and mail to it is refused. Only its owner can renew it.',
    );
    expect(html).toMatch(/<a href="\/app\/manage">Sign in to renew it<\/a>/);
    expect(tags(html).filter((tag) => tag.startsWith('<a '))).toHaveLength(1);
  });

  it('renders no script, noindex, both colour schemes, and within one round trip', () => {
    expect(tags(html).filter((tag) => tag.startsWith('<script') || tag.startsWith('<img'))).toEqual([]);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    const css = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
    expect(css).toContain('@media (prefers-color-scheme: dark){.np{');
    expect(styleHash).toBe(`sha256-${createHash('sha256').update(css).digest('base64')}`);
    expect(Buffer.byteLength(html)).toBeLessThan(13_000);
  });
});

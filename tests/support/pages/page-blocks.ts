import type { Block, BlockOf, BlockType, EmbedKind } from '../../../contract/blocks/blocks.ts';
import { picturePath } from '../../../contract/pictures.ts';
import type { Look } from '../../../contract/profiles/look.ts';
import type { PublicProfile } from '../../../contract/profiles/profiles.ts';
import { type ThemeId, themeConfigOf } from '../../../contract/profiles/themes.ts';
import { type NetworkId, networkOf } from '../../../contract/social/networks.ts';

const SHARED = { hidden: false, featured: false, from: null, until: null } as const;
type Extra = Partial<Pick<Block, 'id' | 'hidden' | 'featured' | 'from' | 'until'>>;

let ids = 0;
/** Ids as the server assigns them. */
function base<Type extends BlockType>(type: Type) {
  ids += 1;
  return { type, id: `b${((ids * 2654435761) >>> 0).toString(36)}`, ...SHARED };
}

/** The path of an uploaded picture; `seed` makes it another one. */
export function blockPicture(seed: string, kind: 'block' | 'background' | 'banner' | 'avatar' = 'block'): string {
  const id = [...'0123456789012345678901234567890123456789'].map((digit, index) =>
    ((Number(digit) * 7 + index * (seed.codePointAt(index % seed.length) ?? 1)) % 16).toString(16),
  );
  return picturePath(kind, id.join(''), kind === 'avatar' ? 256 : 960);
}

export function networkBlock(platform: NetworkId, username = 'ana.makes', extra: Extra & { url?: string } = {}) {
  const found = networkOf(platform);
  const url = `${found?.base || `https://${platform}.example/`}${found?.at ? '@' : ''}${encodeURIComponent(username)}`;
  return { ...base('network'), platform, username, url, id: platform, ...extra } satisfies BlockOf<'network'>;
}

export function linkBlock(title: string, url: string, extra: Extra & Partial<BlockOf<'link'>> = {}) {
  return { ...base('link'), title, url, image: null, emoji: null, ...extra } satisfies BlockOf<'link'>;
}

export const headingBlock = (text: string, extra: Extra = {}): BlockOf<'heading'> => ({
  ...base('heading'),
  text,
  ...extra,
});
export const textBlock = (text: string, extra: Extra = {}): BlockOf<'text'> => ({ ...base('text'), text, ...extra });

export function iconsBlock(platforms: readonly NetworkId[], extra: Extra = {}): BlockOf<'icons'> {
  const items = platforms.map((platform) => {
    const { username, url } = networkBlock(platform);
    return { platform, username, url };
  });
  return { ...base('icons'), items, ...extra };
}

export function embedBlock(kind: EmbedKind, title: string, url: string, extra: Extra & { image?: string | null } = {}) {
  return { ...base('embed'), kind, title, url, image: null, ...extra } satisfies BlockOf<'embed'>;
}

export const contactBlock = (title: string | null = null, note: string | null = null): BlockOf<'contact'> => ({
  ...base('contact'),
  title,
  note,
});
export const subscribeBlock = (title: string | null = null, note: string | null = null): BlockOf<'subscribe'> => ({
  ...base('subscribe'),
  title,
  note,
});

/** A page with every type of block in several variants. */
export function everyBlock(): Block[] {
  return [
    linkBlock('The new record is out', 'https://ana-lima.example/tides', {
      featured: true,
      image: blockPicture('tides'),
    }),
    iconsBlock(['instagram', 'tiktok', 'spotify', 'bluesky', 'soundcloud']),
    headingBlock('Listen'),
    networkBlock('spotify', 'ana.lima'),
    embedBlock('track', 'Low Water, the first single', 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'),
    embedBlock('video', 'Live in Lisbon', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', {
      image: blockPicture('live'),
    }),
    headingBlock('Shop and shows'),
    textBlock('Vinyl ships every Friday.\nTickets at the door cost the same.'),
    linkBlock('Records and prints', 'https://shop.ana-lima.example/', { emoji: '🛍️' }),
    linkBlock('Tour dates', 'https://www.ana-lima.example/tour', { image: blockPicture('tour') }),
    linkBlock('Write to my agent', 'mailto:booking@ana-lima.example'),
    networkBlock('website', 'ana-lima.example'),
    embedBlock('map', 'The studio', 'https://www.openstreetmap.org/node/240109189'),
    subscribeBlock('One letter a month', 'New songs first, and never more than one letter a month.'),
    contactBlock(),
  ];
}

/** A realistic page with as many blocks as a page may have. */
export function fiftyBlocks(): Block[] {
  const networks: NetworkId[] = [
    'instagram',
    'tiktok',
    'youtube',
    'spotify',
    'applemusic',
    'soundcloud',
    'bandcamp',
    'bluesky',
  ];
  const titles = [
    ['Tides, the new record', 'https://ana-lima.example/tides'],
    ['Vinyl and prints', 'https://shop.ana-lima.example/collections/vinyl'],
    ['Tour dates 2027', 'https://ana-lima.example/tour/2027'],
    ['Tickets for Lisbon, 14 March', 'https://tickets.example/e/ana-lima-lisboa-8841'],
    ['Tickets for Berlin, 21 March', 'https://tickets.example/e/ana-lima-berlin-8857'],
    ['Tickets for Utrecht, 24 March', 'https://tickets.example/e/ana-lima-utrecht-8860'],
    ['Book me for your festival', 'https://cal.example/ana-lima/festival-call'],
    ['Lessons: guitar and voice', 'https://lessons.example/ana-lima'],
    ['My favourite gear, tested', 'https://gear.example/lists/ana-lima-live-2026'],
    ['Podcast: songs from nothing', 'https://podcasts.example/songs-from-nothing'],
    ['Interview in The Quiet Paper', 'https://quietpaper.example/2026/10/ana-lima-interview'],
    ['Sheet music for Low Water', 'https://scores.example/ana-lima/low-water.pdf'],
    ['Support the next record', 'https://crowd.example/projects/ana-lima-third-album'],
    ['Press photographs', 'https://ana-lima.example/press/photos.zip'],
    ['Mixtape: rainy Sunday', 'https://mixtapes.example/ana/rainy-sunday'],
    ['Workshop: write a song in a day', 'https://workshops.example/song-in-a-day?from=page'],
    ['Frequently asked questions', 'https://ana-lima.example/faq'],
    ['Gift cards', 'https://shop.ana-lima.example/gift-cards'],
    ['The old band, remembered', 'https://kelpforest.example/archive'],
    ['Label', 'https://smallharbour.example/artists/ana-lima'],
    ['Radio session, with the band', 'https://radio.example/sessions/5512'],
    ['Choir of the neighbourhood', 'https://coro.example/almada'],
  ] as const;
  const links = titles.map(([title, url], index) =>
    linkBlock(title, url, {
      featured: index === 0,
      image: index % 3 === 0 ? blockPicture(title) : null,
      emoji: index % 3 === 1 ? (['🎟️', '🎸', '📻', '🎹', '📷', '🌧️', '🎁', '🎤'][(index - 1) / 3] ?? null) : null,
    }),
  );
  return [
    iconsBlock(['instagram', 'tiktok', 'youtube', 'spotify', 'bluesky', 'soundcloud']),
    ...links.slice(0, 7),
    headingBlock('Listen'),
    ...networks.map((platform) => networkBlock(platform, 'ana.lima')),
    embedBlock('track', 'Low Water', 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'),
    embedBlock('video', 'Live in Lisbon', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', {
      image: blockPicture('live'),
    }),
    embedBlock('video', 'Behind the record', 'https://vimeo.com/824804225'),
    headingBlock('Learn'),
    textBlock('I teach six people at a time, online and in the studio in Almada. Ask for a free first hour.'),
    ...links.slice(7, 14),
    headingBlock('Elsewhere'),
    ...(['patreon', 'kofi', 'substack', 'github', 'mastodon', 'website'] as const).map((id) =>
      networkBlock(id, 'ana.lima'),
    ),
    embedBlock('map', 'The studio', 'https://www.openstreetmap.org/node/240109189'),
    embedBlock('post', 'On writing slowly', 'https://bsky.app/profile/ana.lima/post/3kaz'),
    headingBlock('And more'),
    ...links.slice(14),
    textBlock('Thank you for being here.\nReplies take a day or two.'),
    subscribeBlock('One letter a month', 'New songs first, and never more than one letter a month.'),
    contactBlock('Write to me'),
  ];
}

/** A page with texts that are long, of one word, from right to left, or hostile. */
export function difficultBlocks(): Block[] {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  return [
    linkBlock(`${word} and a title that goes on`, `https://${'long-label.'.repeat(9)}example/`, { featured: true }),
    linkBlock('قائمة الأغاني الجديدة من الألبوم', 'https://ana-lima.example/ar', { emoji: '🇧🇷' }),
    linkBlock('חנות התקליטים', 'https://ana-lima.example/he', { image: blockPicture('he') }),
    headingBlock('عن الأستوديو'),
    textBlock('أكتب الأغاني ببطء.\nI write songs slowly, and I answer letters slowly as well. '.repeat(5).trim()),
    headingBlock(word),
    networkBlock('linkedin', 'a-user-name-of-many-letters-that-never-seems-to-end-and-goes-on-for-ever'),
    linkBlock('"><script>alert(1)</script>', 'https://ana-lima.example/?"><script>alert(1)</script>'),
    linkBlock('Ź̸̢̛͙͎͔̖̬̭̯̙̪̫̰̱̲̳̹̺̻̼͇͈͉͍͎̂̃̄̅̆̇̈̉̊̋̌̍̎̏̐̑̒̓̔ͅa͓͔͕͖͙͚͐͑͒͗͛ͣͤͥͦͧͨͩlgo', 'https://ana-lima.example/z'),
    embedBlock('post', word, 'https://ana-lima.example/post'),
    textBlock(word.repeat(4)),
    contactBlock(word, 'ملاحظة قصيرة'),
  ];
}

/** A profile with blocks in a theme. */
export function pageProfile(template: ThemeId, changes: Partial<PublicProfile> = {}): PublicProfile {
  return {
    username: 'ana-lima',
    displayName: 'Ana Lima',
    bio: 'Songs from the other side of the river.\nNew record in March.',
    bannerImage: null,
    profilePicture: null,
    emailVisible: true,
    acceptsMail: true,
    socialLinks: [],
    blocks: everyBlock(),
    look: null,
    template,
    themeConfig: themeConfigOf(template),
    ...changes,
  };
}

/** A look that leaves everything but the given settings to the theme. */
export function lookOf(chosen: Partial<Look>): Look {
  return { accent: null, background: null, buttons: null, font: null, layout: null, ...chosen };
}

import { rowsOf, text } from '../row.ts';
import { filledWith } from './schema-value.ts';
import { SCHEMAS } from './schemas.ts';

const PAGE = 5_000_000;

export const CONTRACT_ROWS = [
  ...Object.entries(SCHEMAS).flatMap(([path, names]) =>
    rowsOf(
      path,
      'text',
      Object.fromEntries(
        names.split(' ').map((name) => [name, (schema, given) => schema.safeParse(filledWith(schema, given))]),
      ),
    ),
  ),
  ...rowsOf(
    'contract/addresses.ts',
    'address',
    { parseAddress: text, domainOf: text },
    { frames: ['{}', 'a@{}', '{}@b.test'] },
  ),
  ...rowsOf('contract/blocks/blocks.ts', 'url', { isBlockAddress: text }),
  ...rowsOf(
    'contract/social/network-of-address.ts',
    'url',
    { networkOfAddress: text },
    { frames: ['{}', 'https://{}', 'https://a.test/{}'] },
  ),
  ...rowsOf('contract/escape-html.ts', 'html', { escapeHtml: text }),
  ...rowsOf('contract/handles/handle-rules.ts', 'token', {
    filterHandle: text,
    handleCharacters: text,
    isHandle: text,
  }),
  ...rowsOf('contract/site/fingerprint.ts', 'text', { fingerprint: text }),
  ...rowsOf('contract/profiles/graphemes.ts', 'text', { graphemes: text, initialOf: text }, { limit: 64 * 1024 }),
  ...rowsOf('contract/paths.ts', 'url', { isOwnSegment: text }),
  ...rowsOf('contract/payments/cents.ts', 'token', { parseCents: text }),
  ...rowsOf('contract/payments/features.ts', 'token', { planHasFeature: (f, given) => f(given, 'sending', null) }),
  ...rowsOf(
    'contract/pictures.ts',
    'url',
    { readPicturePath: text, readPublishedPath: text, pictureSources: text, pictureName: text, pictureVariants: text },
    { frames: ['{}', '/media/{}'] },
  ),
  ...rowsOf(
    'contract/admin/pictures.ts',
    'url',
    { pictureOf: text },
    { frames: ['{}', '/media/{}', 'https://{}', 'a.webp?{}'] },
  ),
  ...rowsOf(
    'contract/admin/mail.ts',
    'token',
    { mailQueryOf: text, messageIdIn: text },
    { frames: ['{}', '<{}>', 'a{}@b.test'] },
  ),
  ...rowsOf('contract/sending/auto-reply.ts', 'text', { withSenderName: (f, given) => f(given, given) }),
  ...rowsOf('contract/social/hidden-host.ts', 'url', { hidesItsHost: text }, { frames: ['https://{}', '{}'] }),
  ...rowsOf(
    'contract/social/platform-links.ts',
    'url',
    {
      checkPlatformLink: (f, given) => f('mastodon', given, given),
      readPlatformLink: (f, given) => [f('mastodon', given), f('linkedin', given), f('whatsapp', given)],
      isOnNetwork: (f, given) => f('github', { hostname: given }),
    },
    { frames: ['{}', 'https://{}', 'https://a.test/{}'] },
  ),
  ...rowsOf('contract/social/platforms.ts', 'url', {
    isLinkAddress: text,
    platformUrl: (f, given) => f('github', given),
    profileUrl: (f, given) => f({ base: 'https://a.test/', at: true }, given),
  }),
  ...rowsOf('contract/social/special-networks.ts', 'url', {
    decoded: text,
    phoneNumber: text,
    SPECIAL_NETWORKS: (networks, given) =>
      Object.values(networks as Record<string, (typed: string) => unknown>).map((read) => read(given)),
  }),
  ...rowsOf('contract/text.ts', 'text', {
    isBlank: text,
    isShown: (f, given) => f(given, true),
    typedText: (create, given) => create(given.length).safeParse(given),
  }),
  ...rowsOf(
    'web/editor/links/import/read-page.ts',
    'html',
    { readPage: text },
    {
      limit: PAGE,
      frames: ['<html>{}', '{}', '<a href="https://a.test/{}', '<script type="application/ld+json">{}</script>'],
    },
  ),
  ...rowsOf(
    'web/editor/links/import/collect-html.ts',
    'html',
    { collectHtml: text, collapsed: text },
    {
      limit: PAGE,
      frames: ['{}', '<script type="application/ld+json">{}</script>', '<a href="b">{}'],
    },
  ),
  ...rowsOf(
    'web/editor/links/import/collect-data.ts',
    'json',
    { collectData: text },
    {
      limit: PAGE,
      frames: ['{}', '{"a":[{}1]}', '"{}"'],
    },
  ),
  ...rowsOf(
    'web/editor/links/import/sources.ts',
    'url',
    { sourceOf: text, withoutService: text },
    { frames: ['{}', 'https://{}'] },
  ),
];

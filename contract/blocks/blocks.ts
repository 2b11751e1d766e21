import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { readPicturePath } from '../pictures.ts';
import { NETWORK_IDS } from '../social/networks.ts';
import { isShown, NOT_SHOWN } from '../text.ts';

/** Maximum number of blocks: a page with this many stays within 14,600 bytes, including headers. */
export const MAX_BLOCKS = 50;
/** Maximum number of networks in a row of icons. */
export const MAX_ICONS = 12;

export const BLOCK_TYPES = ['network', 'link', 'heading', 'text', 'icons', 'embed', 'contact', 'subscribe'] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

/** Block types of which a page has at most one. */
export const SINGLE_BLOCK_TYPES = ['contact', 'subscribe'] as const satisfies readonly BlockType[];

/**
 * Kinds of `embed` blocks. A block shows a picture uploaded by the owner with a plain link; the page never loads
 * anything from the target.
 */
export const EMBED_KINDS = ['video', 'track', 'post', 'map'] as const;
export type EmbedKind = (typeof EMBED_KINDS)[number];

export const BLOCK_TEXT_MAX = { title: 100, heading: 80, text: 1000, note: 200 } as const;

const LINK_SCHEMES = new Set(['https:', 'http:', 'mailto:', 'tel:']);

/** Returns whether a block may link to this address: an absolute https, http, mailto or tel URL without control characters. */
export function isBlockAddress(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
  if (/^\s|[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\s$/.test(url) || !URL.canParse(url)) return false;
  return LINK_SCHEMES.has(new URL(url).protocol);
}

/** Creates a schema that trims text and rejects text that is blank, too long or has characters that cannot be shown. */
function shownText(max: number, blank: string, { lines = false } = {}) {
  const tooLong = `Please use at most ${max} characters.`;
  return z.string().check(
    z.maxLength(max * 4, tooLong),
    z.overwrite((text) => text.replace(/\r\n?/g, '\n').trim()),
    z.refine((text) => text !== '', blank),
    z.refine((text) => [...text].length <= max, tooLong),
    z.refine((text) => isShown(text, lines), NOT_SHOWN),
  );
}

/** Like `shownText`; null for blank text. */
const optionalText = (max: number, options?: { lines?: boolean }) =>
  z._default(z.nullable(shownText(max, 'Please enter a text, or leave it out.', options)), null);

const address = z
  .string()
  .check(
    z.maxLength(2048, 'An address has at most 2048 characters.'),
    z.refine(isBlockAddress, 'Please enter an address that begins with https://, http://, mailto: or tel:'),
  );

/** A picture that was uploaded for this handle (contract/pictures.ts). The page loads no other pictures. */
const picture = z._default(
  z.nullable(
    z.string().check(
      z.maxLength(200),
      z.refine((path) => readPicturePath(path)?.kind === 'block', 'Please upload this picture first.'),
    ),
  ),
  null,
);

const EMOJI = /^\p{RGI_Emoji}$/v;
const emoji = z._default(
  z.nullable(
    z.string().check(
      z.maxLength(64),
      z.refine((text) => EMOJI.test(text), 'Please choose one emoji.'),
    ),
  ),
  null,
);

/** Years outside this range are mistakes, and the database cannot store all of them. */
const isScheduled = (moment: string) => moment >= '2000' && Number.isFinite(Date.parse(moment)) && moment < '2100';
const moment = z._default(
  z.nullable(
    z.iso
      .datetime({ offset: true, error: 'Please choose a date and a time.' })
      .check(z.maxLength(40), z.refine(isScheduled, 'Please choose a date between 2000 and 2099.')),
  ),
  null,
);

/** Properties of every block. */
const shared = {
  /**
   * Assigned by the server and kept by every change. A new block has no id, and the server replaces an id that the page
   * does not have. The clicks of a link are counted under it (contract/blocks/block-links.ts).
   */
  id: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))),
  /** Hidden blocks are shown only to the owner. */
  hidden: z._default(z.boolean(), false),
  /** Featured blocks are shown larger. */
  featured: z._default(z.boolean(), false),
  /** The block is shown from this moment on; null for always. */
  from: moment,
  /** The block is shown until this moment; null for no end. */
  until: moment,
  /**
   * Set in responses if the operator does not allow an address of this block; visitors do not see the block. Ignored in
   * requests.
   */
  blocked: z.optional(z.boolean()),
  /**
   * Set in responses to the id of the decision by which an administrator hid this block for good. Ignored in requests.
   */
  heldBy: z.optional(z.int()),
};

const network = {
  platform: z.enum(NETWORK_IDS, 'Please choose one of the networks on offer.'),
  username: z.string().check(z.maxLength(100, 'A user name has at most 100 characters.')),
  /** If absent or empty, built from network and user name. */
  url: z._default(z.string().check(z.maxLength(2048, 'An address has at most 2048 characters.')), ''),
};

/** Every type of block. The server also checks the forms of user names and network addresses. */
const anyBlock = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('network'), ...network, ...shared }),
    z.strictObject({
      type: z.literal('link'),
      title: shownText(BLOCK_TEXT_MAX.title, 'Please give the link a title.'),
      url: address,
      image: picture,
      emoji,
      ...shared,
    }),
    z.strictObject({
      type: z.literal('heading'),
      text: shownText(BLOCK_TEXT_MAX.heading, 'Please enter the heading.'),
      ...shared,
    }),
    z.strictObject({
      type: z.literal('text'),
      text: shownText(BLOCK_TEXT_MAX.text, 'Please enter the text.', { lines: true }),
      ...shared,
    }),
    z.strictObject({
      type: z.literal('icons'),
      items: z
        .array(z.strictObject(network))
        .check(
          z.minLength(1, 'Please add at least one network.'),
          z.maxLength(MAX_ICONS, `Please use at most ${MAX_ICONS} networks in one row.`),
        ),
      ...shared,
    }),
    z.strictObject({
      type: z.literal('embed'),
      kind: z.enum(EMBED_KINDS),
      title: shownText(BLOCK_TEXT_MAX.title, 'Please give it a title.'),
      url: address,
      image: picture,
      ...shared,
    }),
    z.strictObject({
      type: z.literal('contact'),
      title: optionalText(BLOCK_TEXT_MAX.title),
      /** Shown above the form. */
      note: optionalText(BLOCK_TEXT_MAX.note, { lines: true }),
      ...shared,
    }),
    z.strictObject({
      type: z.literal('subscribe'),
      title: optionalText(BLOCK_TEXT_MAX.title),
      /** The text to which a subscriber agrees. Recorded with each sign-up. */
      note: optionalText(BLOCK_TEXT_MAX.note, { lines: true }),
      ...shared,
    }),
  ],
  { error: 'Please choose one of the kinds of blocks on offer.' },
);

/** One block of a page. */
export const block = anyBlock.check(
  z.refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
    error: 'Please choose an end after the start.',
    path: ['until'],
  }),
);
export type Block = z.output<typeof block>;
export type BlockInput = z.input<typeof block>;
export type BlockOf<Type extends BlockType> = Extract<Block, { type: Type }>;

/** PUT /api/handles/{id}/blocks: the whole page in order. GET returns the same with the ids of all blocks. */
export const blocksInput = z.array(block).check(
  z.maxLength(MAX_BLOCKS, `A page has at most ${MAX_BLOCKS} blocks.`),
  z.refine(
    (blocks) => SINGLE_BLOCK_TYPES.every((single) => blocks.filter(({ type }) => type === single).length <= 1),
    'A page has one contact form and one email list at most.',
  ),
  z.refine((blocks) => {
    const ids = blocks.flatMap(({ id }) => id ?? []);
    return new Set(ids).size === ids.length;
  }, 'Each block can be on the page once.'),
);
export const blocks = z.array(block);

/** Returns whether visitors see a block at this moment. */
export function isBlockShown({ hidden, from, until }: Pick<Block, 'hidden' | 'from' | 'until'>, now: number): boolean {
  return !hidden && (from === null || Date.parse(from) <= now) && (until === null || now < Date.parse(until));
}

/** Returns the next moment (ms) at which a block appears or disappears; undefined if no change is scheduled. */
export function nextBlockChange(
  blocks: readonly Pick<Block, 'hidden' | 'from' | 'until'>[],
  now: number,
): number | undefined {
  const moments = blocks
    .filter(({ hidden }) => !hidden)
    .flatMap(({ from, until }) => [from, until])
    .flatMap((moment) => (moment === null ? [] : Date.parse(moment)))
    .filter((moment) => moment > now);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

export const getBlocks = defineCall('GET /api/handles/:id/blocks', {
  right: 'page',
  response: blocks,
  versioned: true,
  errors: ['role_without_right'],
});

export const putBlocks = defineCall('PUT /api/handles/:id/blocks', {
  right: 'page',
  body: blocksInput,
  response: blocks,
  versioned: true,
  errors: ['role_without_right'],
});

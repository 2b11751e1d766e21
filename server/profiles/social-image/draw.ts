import { createHash } from 'node:crypto';
import sharp from 'sharp';
import {
  type PageRenderer,
  type Site,
  SOCIAL_IMAGE_PLATE,
  SOCIAL_IMAGE_RING,
  SOCIAL_IMAGE_WIDTH,
} from '../../../contract/documents.ts';
import { initialOf } from '../../../contract/profiles/graphemes.ts';
import type { Look } from '../../../contract/profiles/look.ts';
import { THEMES, themeIdOf } from '../../../contract/profiles/themes.ts';
import { fitText, type Ink } from './fit-text.ts';
import { drawableText, isRightToLeft } from './graphemes.ts';

/** Increase this when the drawing changes, so that every image is drawn again. */
export const SOCIAL_IMAGE_VERSION = 2;

/** Everything that a sharing image shows. */
export interface SocialImageContent {
  username: string;
  displayName: string | null;
  bio: string | null;
  template: string;
  /** The owner's colours, which the image shows. */
  look: Pick<Look, 'accent' | 'background'> | null;
  /** Path of the profile picture if it was uploaded to us. External pictures are not fetched. */
  picture: string | null;
}

const MARGIN = 56;
/** Space above and below the text on the plate. */
const EDGE = 16;
/** Maximum number of characters to draw; more than fit, so that a long text ends with an ellipsis. */
const MAX_LENGTH = { name: 120, bio: 400 };

/** Returns a hash of everything that the image shows; equal hashes mean equal images. */
export function socialImageHash(content: SocialImageContent, site: Site): string {
  const { username, displayName, bio, template, look, picture } = content;
  const colours = [look?.accent ?? null, look?.background ?? null];
  const parts = [SOCIAL_IMAGE_VERSION, site.host, username, displayName, bio, template, colours, picture];
  const shown = JSON.stringify(parts);
  return createHash('sha256').update(shown).digest('hex').slice(0, 20);
}

/** Draws the sharing image of a profile: 1200 by 630 pixels, PNG. Texts of the owner are drawn as text or left out. */
export async function drawSocialImage(
  renderer: Pick<PageRenderer, 'renderSocialImageArt'>,
  { username, displayName, bio, template, look }: SocialImageContent,
  site: Site,
  portrait: Buffer | null = null,
): Promise<Buffer> {
  const name = drawableText(displayName, MAX_LENGTH.name) || username;
  return drawText(renderer, {
    initial: initialOf(name) || initialOf(username),
    name,
    address: `${site.host}/${username}`,
    bio: drawableText(bio, MAX_LENGTH.bio),
    template,
    look,
    portrait,
  });
}

interface ImageText {
  initial: string;
  name: string;
  address: string;
  /** May be empty. */
  bio: string;
}

/** Draws text, which must be drawable, in the colours of a theme and a look. */
export async function drawText(
  renderer: Pick<PageRenderer, 'renderSocialImageArt'>,
  {
    template,
    look: chosen,
    portrait = null,
    ...text
  }: ImageText & Pick<SocialImageContent, 'template' | 'look'> & { portrait?: Buffer | null },
): Promise<Buffer> {
  const mirrored = isRightToLeft(text.name);
  const { svg, ...colours } = renderer.renderSocialImageArt({ template, look: chosen, mirrored });
  const art = Buffer.from(svg);
  const look = { nameFont: THEMES[themeIdOf(template)].nameFont ?? 'Inter Bold', ...colours };

  const ringX = mirrored ? SOCIAL_IMAGE_WIDTH - SOCIAL_IMAGE_RING.cx : SOCIAL_IMAGE_RING.cx;
  const layers = [portrait ? await inRing(portrait, ringX) : await initialInRing(text.initial, look, ringX)];

  const start = SOCIAL_IMAGE_RING.cx + SOCIAL_IMAGE_RING.r + MARGIN;
  const blocks = await layOutText(text, look, {
    width: SOCIAL_IMAGE_PLATE.x + SOCIAL_IMAGE_PLATE.width - MARGIN - start,
    align: mirrored ? 'right' : 'left',
  });
  let top = SOCIAL_IMAGE_PLATE.y + (SOCIAL_IMAGE_PLATE.height - heightOf(blocks)) / 2;
  for (const { gap, ink } of blocks) {
    layers.push(place(ink, mirrored ? SOCIAL_IMAGE_WIDTH - start - ink.width : start, top + gap));
    top += gap + ink.height;
  }
  // A palette takes a quarter of the bytes without a visible difference. A photograph needs all colours.
  const coding = portrait ? { compressionLevel: 9 } : { palette: true, quality: 92, effort: 7 };
  return sharp(art).composite(layers).flatten().png(coding).toBuffer();
}

async function initialInRing(initial: string, look: { nameFont: string; primaryColor: string }, ringX: number) {
  const ink = await fitText(
    initial,
    { font: look.nameFont, sizes: [100, 80], colour: look.primaryColor },
    { width: SOCIAL_IMAGE_RING.r * 1.3, lines: 1, align: 'left' },
  );
  return place(ink, ringX - ink.width / 2, SOCIAL_IMAGE_RING.cy - ink.height / 2);
}

/** Returns an uploaded picture, or the first frame of an animation, cropped to the circle inside the ring. */
async function inRing(portrait: Buffer, ringX: number) {
  const size = 2 * (SOCIAL_IMAGE_RING.r - 8);
  const round = Buffer.from(`<svg width="${size}" height="${size}"><circle cx="50%" cy="50%" r="50%"/></svg>`);
  const png = await sharp(portrait)
    .resize(size, size)
    .composite([{ input: round, blend: 'dest-in' }])
    .png()
    .toBuffer();
  return place({ png }, ringX - size / 2, SOCIAL_IMAGE_RING.cy - size / 2);
}

interface Block {
  /** Space above. */
  gap: number;
  ink: Ink;
}

/** Lays out name, address and bio below one another; the bio gets the remaining lines. */
async function layOutText(
  text: ImageText,
  look: { nameFont: string; primaryColor: string; textColor: string },
  column: { width: number; align: 'left' | 'right' },
): Promise<Block[]> {
  const { nameFont, primaryColor, textColor } = look;
  const name = await fitText(
    text.name,
    { font: nameFont, sizes: [80, 72, 64, 56, 48], colour: textColor },
    { ...column, lines: 2 },
  );
  const address = await fitText(
    text.address,
    { font: 'Inter Bold', sizes: [36, 32, 28, 24, 20], colour: primaryColor },
    { ...column, lines: 1 },
  );
  const blocks = [
    { gap: 0, ink: name },
    { gap: 26, ink: address },
  ];
  for (const lines of text.bio ? [2, 1] : []) {
    const bio = await fitText(text.bio, { font: 'Inter', sizes: [29], colour: textColor }, { ...column, lines });
    const all = [...blocks, { gap: 32, ink: bio }];
    if (heightOf(all) <= SOCIAL_IMAGE_PLATE.height - 2 * EDGE) return all;
  }
  return blocks;
}

function heightOf(blocks: Block[]): number {
  return blocks.reduce((sum, { gap, ink }) => sum + gap + ink.height, 0);
}

function place({ png }: Pick<Ink, 'png'>, left: number, top: number) {
  return { input: png, left: Math.round(left), top: Math.round(top) };
}

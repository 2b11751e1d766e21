import path from 'node:path';
import sharp from 'sharp';
import { graphemes } from '../../../contract/profiles/graphemes.ts';
import { FONTS } from './glyphs.ts';
import { isRightToLeft } from './graphemes.ts';

// The text engine reads this file at its first use. The file lists only our fonts, so that an image is the same on
// every machine.
process.env.FONTCONFIG_FILE = path.join(FONTS, 'fonts.conf');

/**
 * Sets the folder in which the text engine keeps its index of the fonts; call this before the first image. Without a
 * writable folder, the engine prints errors outside the log, and a service often has no home folder.
 */
export function setFontCache(folder: string): void {
  process.env.XDG_CACHE_HOME = folder;
}

/** Text as an image with a transparent background, cropped to its ink. */
export interface Ink {
  png: Buffer;
  width: number;
  height: number;
}

export interface Look {
  font: string;
  size: number;
  /** Hexadecimal colour. */
  colour: string;
}

interface Box {
  width: number;
  lines: number;
  align: 'left' | 'right';
}

type Wrap = 'none' | 'word' | 'word-char';

/**
 * Draws text as large as possible: on one line in the largest size that fits, else on more lines, else truncated in the
 * smallest size. `sizes` is sorted from large to small.
 */
export async function fitText(text: string, look: Omit<Look, 'size'> & { sizes: number[] }, box: Box): Promise<Ink> {
  const { sizes, ...rest } = look;
  for (const wrap of box.lines > 1 ? (['none', 'word'] as const) : (['none'] as const)) {
    for (const size of wrap === 'none' ? sizes : sizes.slice(-2)) {
      const ink = await write(text, { ...rest, size }, box, wrap);
      if (fits(ink, size, box)) return ink;
    }
  }
  return truncate(text, { ...rest, size: sizes.at(-1) ?? 32 }, box);
}

/** Draws the longest prefix that fits, with an ellipsis. */
async function truncate(text: string, look: Look, box: Box): Promise<Ink> {
  const characters = graphemes(text);
  const attempt = (count: number) => {
    const prefix = characters.slice(0, count).join('').trimEnd();
    return write(count < characters.length ? `${prefix}…` : prefix, look, box, 'word-char');
  };
  let best = await attempt(1);
  for (let low = 1, high = characters.length; low <= high; ) {
    const middle = Math.floor((low + high) / 2);
    const ink = await attempt(middle);
    if (fits(ink, look.size, box)) {
      best = ink;
      low = middle + 1;
    } else high = middle - 1;
  }
  return fits(best, look.size, box) ? best : shrink(best, look.size, box);
}

/**
 * Returns the height for the ink of a number of lines. Arabic needs the most, but still less than the height of one
 * additional Latin line.
 */
function heightOf(size: number, lines: number): number {
  return Math.round(size * (1.4 + 1.9 * (lines - 1)));
}

function fits({ width, height }: Ink, size: number, box: Box): boolean {
  return width <= box.width && height <= heightOf(size, box.lines);
}

async function shrink(ink: Ink, size: number, box: Box): Promise<Ink> {
  const { data, info } = await sharp(ink.png)
    .resize({ width: box.width, height: heightOf(size, box.lines), fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

async function write(text: string, { font, size, colour }: Look, box: Box, wrap: Wrap): Promise<Ink> {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" line_height="${lineHeightOf(text)}">${withEmojiExtent(escapeMarkup(text), size)}</span>`,
      font: `${font} ${size}`,
      rgba: true,
      dpi: 72,
      // In the engine, "left" means the start of the line in the direction of the script.
      align: (box.align === 'right') === isRightToLeft(text) ? 'left' : 'right',
      ...(wrap !== 'none' && { width: box.width, wrap }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/**
 * Returns a factor for the font's line height. The Arabic font reserves space for stacked marks, which names and bios
 * do not have.
 */
function lineHeightOf(text: string): number {
  return /\p{Script=Arabic}/u.test(text) ? 0.72 : 1.05;
}

/**
 * Adds invisible dots at the start and the end that mark the extent of emoji above and below. The text engine does not
 * treat coloured glyphs as ink: it would crop emoji at an edge, and treat emoji alone as no text.
 */
function withEmojiExtent(markup: string, size: number): string {
  if (!/\p{Extended_Pictographic}|\p{RI}|\u20e3/u.test(markup)) return markup;
  const dot = (rise: number) => `<span alpha="1" size="1024" rise="${Math.round(rise * size * 1024)}">.</span>`;
  const dots = dot(0.93) + dot(-0.2);
  return dots + markup + dots;
}

/** Escapes untrusted text, because the text engine reads markup. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

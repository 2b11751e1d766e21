import path from 'node:path';
import sharp from 'sharp';
import { FONTS } from './glyphs.ts';
import { graphemes, isRightToLeft } from './graphemes.ts';

// Read by the text engine when it is first used. Our fonts only, so that a picture is the same on every machine.
process.env.FONTCONFIG_FILE = path.join(FONTS, 'fonts.conf');

/** Words as a picture with a transparent ground, cut to their ink. */
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
 * Words set as large as they fit: on one line in the largest size that does, then on more lines, at last cut short in the
 * smallest size. `sizes` from large to small.
 */
export async function fitText(text: string, look: Omit<Look, 'size'> & { sizes: number[] }, box: Box): Promise<Ink> {
  const { sizes, ...rest } = look;
  for (const wrap of box.lines > 1 ? (['none', 'word'] as const) : (['none'] as const)) {
    for (const size of wrap === 'none' ? sizes : sizes.slice(-2)) {
      const ink = await write(text, { ...rest, size }, box, wrap);
      if (fits(ink, size, box)) return ink;
    }
  }
  return cutShort(text, { ...rest, size: sizes.at(-1) ?? 32 }, box);
}

/** The longest beginning that fits, with an ellipsis. */
async function cutShort(text: string, look: Look, box: Box): Promise<Ink> {
  const letters = graphemes(text);
  const attempt = (count: number) => {
    const beginning = letters.slice(0, count).join('').trimEnd();
    return write(count < letters.length ? `${beginning}…` : beginning, look, box, 'word-char');
  };
  let best = await attempt(1);
  for (let low = 1, high = letters.length; low <= high; ) {
    const middle = Math.floor((low + high) / 2);
    const ink = await attempt(middle);
    if (fits(ink, look.size, box)) {
      best = ink;
      low = middle + 1;
    } else high = middle - 1;
  }
  return fits(best, look.size, box) ? best : shrink(best, look.size, box);
}

/** Room for the ink of so many lines: Arabic needs the most, and it is still less than one more line of Latin. */
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
      text: `<span foreground="${colour}" line_height="${lineHeightOf(text)}">${framed(escapeMarkup(text), size)}</span>`,
      font: `${font} ${size}`,
      rgba: true,
      dpi: 72,
      // The engine reads "left" as where a script begins.
      align: (box.align === 'right') === isRightToLeft(text) ? 'left' : 'right',
      ...(wrap !== 'none' && { width: box.width, wrap }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** Of what the font asks for. The Arabic one asks for room for marks that names and bios do not pile up. */
function lineHeightOf(text: string): number {
  return /\p{Script=Arabic}/u.test(text) ? 0.72 : 1.05;
}

/**
 * The text engine does not count coloured glyphs as ink: emoji at an edge would be cut off, emoji alone be no text. So
 * specks that nobody sees mark how far emoji reach, above and below, at the beginning and at the end.
 */
function framed(markup: string, size: number): string {
  if (!/\p{Extended_Pictographic}|\p{RI}|\u20e3/u.test(markup)) return markup;
  const speck = (rise: number) => `<span alpha="1" size="1024" rise="${Math.round(rise * size * 1024)}">.</span>`;
  const specks = speck(0.93) + speck(-0.2);
  return specks + markup + specks;
}

/** The text engine reads markup: whatever a stranger wrote is text. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

import sharp from 'sharp';
import type { Site } from '../../../contract/documents.ts';
import { initialOf } from '../../../contract/profiles/graphemes.ts';
import { accentGradient, STANDARD_GRADIENT } from '../../../contract/site/accent.ts';
import { fitText } from '../social-image/fit-text.ts';
import { drawableText } from '../social-image/graphemes.ts';

/** The pictures of a site, as they are stored. */
export interface SitePictures {
  logo: Buffer | null;
  icon: Buffer | null;
}

/** The mark of a site in 512 by 512 pixels, as PNG. */
export interface Mark {
  /** As it is shown: with its own shape, or with rounded corners. */
  shaped: Buffer;
  /** Filled to the edges, for systems that cut icons to their own shape and keep the middle 80 percent. */
  full: Buffer;
}

const SIZE = 512;
/** The square of a plate that a logo or a letter may fill, and the circle that every system keeps of an icon. */
const BOX = 420;
const CIRCLE = 0.8 * SIZE;
const INK = '#0b0f1a';
const WHITE = '#ffffff';

/** Draws the mark: the icon, or the logo on a white plate, or the initial of the name in the accent on a dark plate. */
export async function drawMark(site: Site, { icon, logo }: SitePictures): Promise<Mark> {
  if (icon) {
    const shaped = await sharp(icon).resize(SIZE, SIZE, { fit: 'contain', background: '#0000' }).png().toBuffer();
    const inner = await sharp(shaped)
      .resize(Math.round(SIZE * 0.8))
      .toBuffer();
    return { shaped, full: await onPlate(inner, await cornerColour(shaped), 0) };
  }
  if (logo) {
    const { width = 1, height = 1 } = await sharp(logo).metadata();
    const [inBox, inCircle] = await Promise.all(
      [BOX, (CIRCLE * Math.max(width, height)) / Math.hypot(width, height)]
        .map(Math.round)
        .map((size) => sharp(logo).resize(size, size, { fit: 'inside' }).png().toBuffer()),
    );
    return { shaped: await onPlate(inBox as Buffer, WHITE, 9 / 32), full: await onPlate(inCircle as Buffer, WHITE, 0) };
  }
  const initial = await drawInitial(site);
  return { shaped: await onPlate(initial, INK, 9 / 32), full: await onPlate(initial, INK, 0) };
}

/** Draws the initial of the name, or of the host if our fonts lack it, in the gradient of the accent. */
async function drawInitial({ name, host, accent }: Site): Promise<Buffer> {
  const initial = drawableText(initialOf(name), 20) || initialOf(host);
  const ink = await fitText(
    initial,
    { font: 'Inter Bold', sizes: [340, 280, 220], colour: WHITE },
    { width: BOX, lines: 1, align: 'left' },
  );
  const { start, end } = accent === null ? STANDARD_GRADIENT : accentGradient(accent);
  const { width, height } = ink;
  const gradient = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="a" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${start}"/><stop offset="1" stop-color="${end}"/></linearGradient><rect width="100%" height="100%" fill="url(#a)"/></svg>`;
  return sharp(Buffer.from(gradient))
    .composite([{ input: ink.png, blend: 'dest-in' }])
    .png()
    .toBuffer();
}

/** Draws a picture in the middle of a square; `radius` of its corners is a part of its size. */
async function onPlate(picture: Buffer, colour: string, radius: number): Promise<Buffer> {
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><rect width="${SIZE}" height="${SIZE}" rx="${SIZE * radius}" fill="${colour}"/></svg>`;
  return sharp(Buffer.from(plate))
    .composite([{ input: picture, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Returns the colour that continues a picture beyond its edges: that of its first pixel, or white if it is transparent. */
async function cornerColour(picture: Buffer): Promise<string> {
  const [red = 0, green = 0, blue = 0, alpha = 0] = await sharp(picture)
    .ensureAlpha()
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return alpha < 255 ? WHITE : `rgb(${red},${green},${blue})`;
}

/** Height and maximum width of a logo in emails, the space around it, and the pixels for each of theirs. */
const EMAIL_LOGO = { height: 36, width: 220, edge: 6, scale: 2 };

/**
 * Draws the logo for emails: on a white plate, because programs with a dark theme change the colours around a picture, but
 * not those of the picture.
 */
export async function drawEmailLogo(logo: Buffer): Promise<{ png: Buffer; width: number; height: number }> {
  const { height, width, edge, scale } = EMAIL_LOGO;
  const { data, info } = await sharp(logo)
    .resize(width * scale, height * scale, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const [across, down] = [info.width, info.height].map((size) => size + 2 * edge * scale) as [number, number];
  const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}"><rect width="${across}" height="${down}" rx="${edge * scale}" fill="${WHITE}"/></svg>`;
  const png = await sharp(Buffer.from(plate))
    .composite([{ input: data, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { png, width: Math.round(across / scale), height: Math.round(down / scale) };
}

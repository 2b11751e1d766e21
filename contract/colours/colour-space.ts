import { convertLabToLch, convertLchToLab, convertOklabToRgb, convertRgbToLrgb, convertRgbToOklab } from 'culori/fn';

/** A colour of sRGB, each channel from 0 to 1. */
export interface Rgb {
  mode: 'rgb';
  r: number;
  g: number;
  b: number;
  alpha?: number;
}

/** A colour by lightness, chroma and hue (degrees; undefined for a grey). */
export interface Oklch {
  mode: 'oklch';
  l: number;
  c: number;
  h?: number | undefined;
}

const HEX = /^#(?:([0-9a-f]{3,4})|([0-9a-f]{6}|[0-9a-f]{8}))$/i;
const NUMBERS = /^rgba?\(([\d., %/]+)\)$/i;

/**
 * Parses `#rgb`, `#rrggbb`, both with alpha, and `rgb()`: the forms that a page's style may have (page-style.ts). The
 * parser of culori would add code for all CSS colours to the browser's script.
 */
export function parseColour(text: string): Rgb | undefined {
  const [, short, long] = HEX.exec(text) ?? [];
  if (short ?? long) {
    const digits = long ?? [...(short ?? '')].map((digit) => digit + digit).join('');
    const [r = 0, g = 0, b = 0, alpha] = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16) / 255);
    return { mode: 'rgb', r, g, b, ...(alpha !== undefined && { alpha }) };
  }
  const values = NUMBERS.exec(text)?.[1]?.match(/[\d.]+%?/g) ?? [];
  if (values.length < 3 || values.length > 4) return undefined;
  const [r = 0, g = 0, b = 0] = values.slice(0, 3).map((value) => numberIn(value, 255));
  const alpha = values[3] === undefined ? undefined : Math.min(1, numberIn(values[3], 1));
  return { mode: 'rgb', r, g, b, ...(alpha !== undefined && { alpha }) };
}

function numberIn(text: string, full: number): number {
  return text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text) / full;
}

/** Returns the relative luminance (WCAG 2.2) of a colour without its alpha. */
export function luminance(colour: string): number {
  const { r, g, b } = convertRgbToLrgb(parseColour(colour) ?? BLACK);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const BLACK: Rgb = { mode: 'rgb', r: 0, g: 0, b: 0 };

export function toOklch(colour: string): Oklch {
  const { l, c, h } = convertLabToLch(convertRgbToOklab(parseColour(colour) ?? BLACK)) as Oklch;
  return { mode: 'oklch', l, c, h };
}

/** Returns a colour as `#rrggbb`; channels outside of sRGB are cut off. */
export function hexOf({ r, g, b }: Omit<Rgb, 'mode'>): string {
  const pair = (value: number) =>
    Math.round(Math.max(0, Math.min(1, value || 0)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${pair(r)}${pair(g)}${pair(b)}`;
}

const CHROMA_STEP = 0.4 / 2 ** 13;

/** Returns the colour of sRGB with this lightness and hue and as much of its chroma as sRGB has. */
export function withinSrgb(colour: Oklch): string {
  const whole = rgbOf(colour);
  if (isInSrgb(whole)) return hexOf(whole);
  let found = rgbOf({ ...colour, c: 0 });
  if (!isInSrgb(found)) return hexOf(found);
  let [start, end] = [0, colour.c];
  while (end - start > CHROMA_STEP) {
    const c = start + (end - start) / 2;
    const tried = rgbOf({ ...colour, c });
    if (isInSrgb(tried)) {
      found = tried;
      start = c;
    } else {
      end = c;
    }
  }
  return hexOf(found);
}

function rgbOf(colour: Oklch): Rgb {
  // The functions of culori are the same for CIELCh and OKLCh; its types name only the first.
  return convertOklabToRgb(convertLchToLab(colour as never) as never) as Rgb;
}

const isInSrgb = ({ r, g, b }: Rgb) => [r, g, b].every((value) => value >= 0 && value <= 1);

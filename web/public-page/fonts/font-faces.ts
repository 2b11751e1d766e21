import type { FontId } from '../../../contract/profiles/look.ts';
import { FONT_FILES, LATIN, LATIN_EXT } from './font-files.ts';

/**
 * Declares the font's only weight for every weight. Otherwise, browsers would draw a font of weight 400 in false bold
 * where the page asks for 600 or 700.
 */
export const ALL_WEIGHTS = '100 900';

const SANS = 'local("Arial Bold"),local("Liberation Sans Bold"),local("Roboto Bold")';
const SANS_REGULAR = 'local("Arial"),local("Liberation Sans"),local("Roboto")';
const SERIF = 'local("Times New Roman Bold"),local("Liberation Serif Bold")';
const MONO = 'local("Courier New Bold"),local("Liberation Mono Bold")';

/**
 * Installed fonts that replace a font while it loads: `src`, and, in percent, the ratio of the widths of names and titles, the ascent and the
 * descent. With these the text keeps its lines and its baseline when the font arrives.
 */
const FALLBACKS: Record<FontId, readonly [src: string, size: number, ascent: number, descent: number]> = {
  poppins: [SANS, 105.5, 99.5, 33.2],
  'space-grotesk': [SANS, 100.4, 98, 29.1],
  nunito: [SANS, 97.4, 103.8, 36.3],
  fraunces: [SERIF, 111.3, 87.9, 22.9],
  'abril-fatface': [SERIF, 104.6, 101.2, 27.8],
  'bebas-neue': [SANS, 69, 130.5, 43.5],
  'space-mono': [MONO, 102, 109.8, 35.4],
  'architects-daughter': [SANS_REGULAR, 105.5, 93.5, 38.2],
};

/** Families for scripts that the font lacks. */
const GENERIC: Partial<Record<FontId, string>> = {
  fraunces: 'Georgia, serif',
  'abril-fatface': 'Georgia, serif',
  'space-mono': 'ui-monospace, monospace',
};

/** Returns the family of a font. The prefix keeps it apart from an installed font and from the families of the themes. */
export function fontNameOf(id: FontId): string {
  return `np-${id}`;
}

/** Returns the value of `font-family` for a font, with fallbacks of the same width until it is loaded. */
export function fontFamilyOf(id: FontId): string {
  return `${fontNameOf(id)}, ${fontNameOf(id)}-fallback, ${GENERIC[id] ?? 'system-ui, sans-serif'}`;
}

/** Returns the `@font-face` rules of a font: its Latin file, its extended Latin file, and its fallback. */
export function fontFaceCss(id: FontId): string {
  const name = fontNameOf(id);
  const { latin, latinExt } = FONT_FILES[id];
  const [src, size, ascent, descent] = FALLBACKS[id];
  const file = (url: string, range: string) =>
    `@font-face{font-family:${name};font-weight:${ALL_WEIGHTS};font-display:swap;src:url(${url})format("woff2");unicode-range:${range}}`;
  return (
    file(latin, LATIN) +
    file(latinExt, LATIN_EXT) +
    // The range leaves other scripts at their own size.
    `@font-face{font-family:${name}-fallback;font-weight:${ALL_WEIGHTS};src:${src};size-adjust:${size}%;` +
    `ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%;unicode-range:U+0-24F}`
  );
}

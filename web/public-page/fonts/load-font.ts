import type { FontId } from '../../../contract/profiles/look.ts';
import { ALL_WEIGHTS, fontNameOf } from './font-faces.ts';
import { FONT_FILES, LATIN, LATIN_EXT } from './font-files.ts';

const added = new Set<FontId>();

/**
 * Adds a font to the document, for pages in a shadow root: browsers ignore `@font-face` in one, but use the faces of the document.
 * The browser loads each file on its first use. Repeated calls do nothing.
 */
export function loadFont(id: FontId): void {
  if (added.has(id)) return;
  added.add(id);
  const { latin, latinExt } = FONT_FILES[id];
  for (const [url, unicodeRange] of [
    [latin, LATIN],
    [latinExt, LATIN_EXT],
  ] as const) {
    document.fonts.add(
      new FontFace(fontNameOf(id), `url(${url})`, { weight: ALL_WEIGHTS, display: 'swap', unicodeRange }),
    );
  }
}

import { hasGlyph } from './glyphs.ts';

/**
 * More than three combining marks on one character. No script of our fonts needs them, and they would extend beyond the image.
 */
const EXCESS_MARKS = /(\p{M}{3})\p{M}+/gu;
/** Joiners, variation selectors and the tags of some flags: they draw nothing by themselves. */
const SHAPING = /\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/u;

/**
 * Returns untrusted text in the form that an image can show: on one line, with compatibility letters as plain ones,
 * without characters that our fonts lack. Empty if letters would be missing, because part of a name is worse than no
 * name. `maxLength` is in UTF-16 units; it is needed because the text engine fails at lines of more than 32,000 pixels.
 */
export function drawableText(text: string | null, maxLength: number): string {
  const plain = (text ?? '')
    .slice(0, maxLength)
    .toWellFormed()
    .normalize('NFKC')
    // NFKC can expand one ligature to eighteen letters.
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/[\s\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replace(EXCESS_MARKS, '$1');
  let kept = '';
  for (const character of plain) {
    if (SHAPING.test(character) || character === ' ') kept += character;
    else if (/\p{C}/u.test(character)) continue;
    else if (hasGlyph(character.codePointAt(0) ?? 0)) kept += character;
    else if (/\p{L}/u.test(character)) return '';
  }
  return kept.replace(/ +/g, ' ').trim();
}

/** Returns whether a text runs from right to left, by its first letter (Unicode annex 9, P2). */
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0];
  return first !== undefined && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first);
}

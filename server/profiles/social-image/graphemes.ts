import { hasGlyph } from './glyphs.ts';

/** Marks upon one character: enough for every script we have fonts for, not enough to grow over the edge. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;
/** Joiners, the choice between a sign and its emoji, and the tags of some flags: they draw nothing by themselves. */
const SHAPING = /\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0020}-\u{e007f}]/u;

/**
 * A text of a stranger as a picture can show it: on one line, fancy letters as plain ones, nothing that our fonts lack.
 * Empty where letters would be missing: a mutilated name is worse than none. `longest` is in UTF-16 units: the text engine
 * fails at lines of more than 32,000 pixels.
 */
export function drawableText(text: string | null, longest: number): string {
  const plain = (text ?? '')
    .slice(0, longest)
    .toWellFormed()
    .normalize('NFKC')
    // One ligature may have become eighteen letters.
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\s\p{Zl}\p{Zp}\p{Cc}]+/gu, ' ')
    .replace(PILED_MARKS, '$1');
  let kept = '';
  for (const character of plain) {
    if (SHAPING.test(character) || character === ' ') kept += character;
    else if (/\p{C}/u.test(character)) continue;
    else if (hasGlyph(character.codePointAt(0) ?? 0)) kept += character;
    else if (/\p{L}/u.test(character)) return '';
  }
  return kept.replace(/ +/g, ' ').trim();
}

/** Whether a text runs from right to left: its first letter decides (Unicode annex 9, P2). */
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0];
  return first !== undefined && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text in the characters that people see. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** What stands in the ring: the first letter, number or emoji of a name. */
export function initialOf(name: string): string {
  const first = graphemes(name).find((grapheme) => /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u.test(grapheme));
  return (first ?? '').toLocaleUpperCase('en');
}

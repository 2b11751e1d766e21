/** Scripts with capitals. In others, a letter may be a whole word, or letters join into one shape. */
const CAPITALS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;
const DRAWABLE = /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u;
/** A letter with more marks than this would reach beyond the picture. */
const MAX_MARKS = 2;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the first character of a word that can represent the word, as a capital if its script has capitals; '' if the word has no such character.
 */
function initialOf(word: string): string {
  // The longest character is a flag of a region: 14 UTF-16 units.
  for (const { segment } of segmenter.segment(word.slice(0, 64))) {
    if (!DRAWABLE.test(segment)) continue;
    if (!CAPITALS.test(segment)) return withoutMarks(segment);
    const capital = segment.toLocaleUpperCase('en');
    // The capital of some letters is two letters, such as SS.
    return withoutMarks([...segmenter.segment(capital)].length === 1 ? capital : segment);
  }
  return '';
}

function withoutMarks(character: string): string {
  const base = character.normalize('NFC');
  return (base.match(/\p{M}/gu)?.length ?? 0) > MAX_MARKS && !/\p{Extended_Pictographic}/u.test(base)
    ? base.replace(/\p{M}/gu, '')
    : base;
}

/** Returns one or two characters that represent a person: the initials of the first and the last word, or one letter or emoji. */
export function monogramOf(displayName: string | null, username: string): string {
  const words = (displayName ?? '').trim().split(/\s+/).slice(0, 20);
  const initials = words.map(initialOf).filter((initial) => initial !== '');
  const first = initials[0] ?? initialOf(username);
  const last = initials.at(-1);
  return initials.length > 1 && last && CAPITALS.test(first) && CAPITALS.test(last) ? first + last : first;
}

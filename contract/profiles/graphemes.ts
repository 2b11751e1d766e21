const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the grapheme clusters of a text. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Returns the initial of a name for a small picture: the first letter, number or emoji. */
export function initialOf(name: string): string {
  const first = graphemes(name).find((grapheme) => /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u.test(grapheme));
  return (first ?? '').toLocaleUpperCase('en');
}

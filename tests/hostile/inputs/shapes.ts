/** A hostile text of any length. */
export interface Shape {
  name: string;
  build(length: number): string;
}

/** The number of words of the vocabulary in the shapes of a short run. */
export const SHORT_VOCABULARY = 14;

const OPPOSITE: Record<string, string> = { '(': ')', '<': '>', '[': ']', '{': '}', '"': '"', "'": "'", '{"a":': '}' };

/** The shapes of a vocabulary. A short run has the shapes that show most faults. */
export function shapesOf(vocabulary: string[], isLong: boolean): Shape[] {
  const words = isLong ? vocabulary : vocabulary.slice(0, SHORT_VOCABULARY);
  return [
    ...words.map((word) => shape(word, (length) => repeated(word, length))),
    shape('all words in turn', (length) => repeated(words.join(''), length)),
    ...(isLong ? words.flatMap(longShapes) : []),
  ];
}

function longShapes(word: string): Shape[] {
  const closing = OPPOSITE[word] ?? word.replace(/^<(?=\w)/, '</');
  return [
    shape(`${word} between letters`, (length) => repeated(`${word}a`, length)),
    shape(`${word} on lines`, (length) => repeated(`${word}\r\n`, length)),
    shape(`${word} once, unfinished`, (length) => word + 'a'.repeat(length)),
    shape(`${word} at the end`, (length) => 'a'.repeat(length) + word),
    shape(`${word} nested`, (length) => repeated(word, length / 2) + repeated(closing, length / 2)),
  ];
}

function shape(name: string, build: (length: number) => string): Shape {
  return { name: JSON.stringify(name), build };
}

function repeated(word: string, length: number): string {
  return word.repeat(Math.max(1, Math.floor(length / word.length)));
}

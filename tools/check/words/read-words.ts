/** A rejected word, and the word that replaces it. */
export interface LostWord {
  lost: string;
  word: string;
  /** Where the word is wrong: in every text, in all texts except the docs, or only as a whole text, such as a label. */
  where: 'everywhere' | 'outside docs' | 'alone';
}

/** Reads the rejected words from the third column of the table in docs/words.md. */
export function readWords(markdown: string): LostWord[] {
  const words: LostWord[] = [];
  for (const row of markdown.split('\n').filter((line) => line.startsWith('| '))) {
    const [, , word = '', lost = ''] = row.split('|').map((cell) => cell.trim());
    for (const [, everywhere, outside, alone] of lost.matchAll(/`([^`]+)`|_([^_]+)_|"([^"]+)"/g)) {
      if (everywhere) words.push({ lost: everywhere, word, where: 'everywhere' });
      if (outside) words.push({ lost: outside, word, where: 'outside docs' });
      if (alone) words.push({ lost: alone, word, where: 'alone' });
    }
  }
  return words;
}

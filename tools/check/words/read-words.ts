/** A word that lost, and the one that is used in its place. */
export interface LostWord {
  lost: string;
  word: string;
  /** Where the word is wrong: in every text, in all but those of the docs, or only as a whole text, such as a label. */
  where: 'everywhere' | 'outside docs' | 'alone';
}

/** Reads the words that lost from the table of docs/words.md, whose third column holds them. */
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

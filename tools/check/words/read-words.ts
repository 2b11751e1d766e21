/** A word that lost, and the one that is used in its place. */
export interface LostWord {
  lost: string;
  word: string;
  /** Whether only a text of this word alone is wrong, such as the label of a button. */
  alone: boolean;
}

/** Reads the words that lost from the table of docs/words.md, whose third column holds them. */
export function readWords(markdown: string): LostWord[] {
  const words: LostWord[] = [];
  for (const row of markdown.split('\n').filter((line) => line.startsWith('| '))) {
    const [, , word = '', lost = ''] = row.split('|').map((cell) => cell.trim());
    for (const [, anywhere, alone] of lost.matchAll(/`([^`]+)`|"([^"]+)"/g)) {
      words.push({ lost: anywhere ?? alone ?? '', word, alone: alone !== undefined });
    }
  }
  return words;
}

import type { Schema } from '../../api/client.ts';

/** What was typed or pasted, taken apart. */
interface Patterns {
  good: string[];
  /** As typed. */
  bad: string[];
}

/** Reads addresses and domains out of a text in which spaces, commas, semicolons or new lines part them. */
export function readPatterns(text: string, pattern: Schema<string>): Patterns {
  const good = new Set<string>();
  const bad: string[] = [];
  for (const word of text.split(/[\s,;]+/)) {
    const bare = word.replace(/^</, '').replace(/>$/, '');
    if (bare === '') continue;
    try {
      // A domain alone means everybody there.
      good.add(pattern.parse(bare.includes('@') ? bare : `@${bare}`));
    } catch {
      bad.push(word);
    }
  }
  return { good: [...good], bad };
}

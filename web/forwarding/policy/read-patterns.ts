import type * as z from 'zod/mini';

/** The blocking patterns in a text, and the words that cannot be parsed as one. */
interface Patterns {
  valid: string[];
  /** Unparsable words, as typed. */
  invalid: string[];
}

/** Parses addresses and domains separated by spaces, commas, semicolons or line breaks. */
export function readPatterns(text: string, pattern: z.ZodMiniType<string>): Patterns {
  const valid = new Set<string>();
  const invalid: string[] = [];
  for (const word of text.split(/[\s,;]+/)) {
    const bare = word.replace(/^</, '').replace(/>$/, '');
    if (bare === '') continue;
    try {
      // A bare domain blocks all its addresses.
      valid.add(pattern.parse(bare.includes('@') ? bare : `@${bare}`));
    } catch {
      invalid.push(word);
    }
  }
  return { valid: [...valid], invalid };
}

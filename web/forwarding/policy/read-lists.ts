import type * as z from 'zod/mini';

/** The List-Ids in a text, and the words that cannot be parsed as one. */
interface Lists {
  valid: string[];
  /** Unparsable words, as typed. */
  invalid: string[];
}

/** Longer input is cut off. The limit far exceeds the text of all lists that a handle may have. */
const MAX_TEXT_LENGTH = 40_000;

/**
 * Parses List-Ids in angle brackets, as in the header field (RFC 2919), or else names separated by spaces, commas,
 * semicolons or line breaks. The address of a list is converted to its List-Id.
 */
export function readLists(text: string, allowedList: z.ZodMiniType<string>): Lists {
  const valid = new Set<string>();
  const invalid: string[] = [];
  const short = text.slice(0, MAX_TEXT_LENGTH);
  const bracketed = [...short.matchAll(/<([^<>\s]+)>/g)].flatMap(([, id]) => id ?? []);
  for (const word of bracketed.length > 0 ? bracketed : short.split(/[\s,;]+/)) {
    if (word === '') continue;
    try {
      valid.add(allowedList.parse(word.replace(/^@/, '').replace('@', '.')));
    } catch {
      invalid.push(word);
    }
  }
  return { valid: [...valid], invalid };
}

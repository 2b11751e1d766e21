import type { Schema } from '../../api/client.ts';

/** What was typed or pasted, taken apart. */
interface Lists {
  good: string[];
  /** As typed. */
  bad: string[];
}

/** Longest text that is read: far more than all the lists of a handle. */
const LONGEST_TEXT = 40_000;

/**
 * Reads mailing lists out of a text: List-Ids in angle brackets, as their header field has them, or else names separated
 * by spaces, commas, semicolons or new lines. The address of a list stands for its List-Id.
 */
export function readLists(text: string, allowedList: Schema<string>): Lists {
  const good = new Set<string>();
  const bad: string[] = [];
  const short = text.slice(0, LONGEST_TEXT);
  const bracketed = [...short.matchAll(/<([^<>\s]+)>/g)].flatMap(([, id]) => id ?? []);
  for (const word of bracketed.length > 0 ? bracketed : short.split(/[\s,;]+/)) {
    if (word === '') continue;
    try {
      good.add(allowedList.parse(word.replace(/^@/, '').replace('@', '.')));
    } catch {
      bad.push(word);
    }
  }
  return { good: [...good], bad };
}

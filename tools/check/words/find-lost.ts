import type { Text } from './find-texts.ts';
import type { LostWord } from './read-words.ts';

/** Texts that may keep a rejected word, with the reason. */
export interface Exception {
  reason: string;
  texts: string[];
}

/** Returns a line for each text with a rejected word that is not an exception, and for each exception that no text needs. */
export function findLost(texts: Text[], words: LostWord[], exceptions: Exception[]): string[] {
  const patterns = words.map((word) => ({ ...word, pattern: patternOf(word) }));
  const unused = new Set(exceptions.flatMap((exception) => exception.texts));
  const allowed = new Set(unused);
  const faults: string[] = [];
  for (const { file, line, text } of texts) {
    const prose = text.replace(/`[^`]*`/g, '…');
    const isDoc = /\.(md|yml)$/.test(file);
    const found = patterns.find(({ where, pattern }) => !(isDoc && where === 'outside docs') && pattern.test(prose));
    if (found === undefined) continue;
    unused.delete(text);
    if (!allowed.has(text)) faults.push(`${file}:${line}: "${found.lost}" in "${text}": the word is ${found.word}`);
  }
  return [...faults, ...[...unused].map((text) => `no text needs the exception "${text}"`)];
}

/**
 * Creates a pattern for a whole word and its plural, in any case, but not for a part of a name, a path or an address.
 */
function patternOf({ lost, where }: LostWord): RegExp {
  const word = lost.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/[ -]/g, '[ -]');
  return where === 'alone'
    ? new RegExp(`^${word}[.!?…]*$`, 'u')
    : new RegExp(`(?<![\\p{L}\\p{N}_/.@#?=-])${word}s?(?![\\p{L}\\p{N}_/@=(]|[.-]\\p{L})`, 'iu');
}

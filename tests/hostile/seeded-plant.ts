import { SHORT_VOCABULARY } from './inputs/shapes.ts';
import { vocabularyOf } from './inputs/vocabulary.ts';
import { PLANT_KINDS, type Plant } from './planting.ts';
import type { Row } from './row.ts';
import { rowRunner } from './row-runner.ts';
import { ROWS } from './rows/all-rows.ts';

/** A quadratic loop over a shorter text is too fast to be detected. */
const MIN_LIMIT = 64 * 1024;
/** A longer word occurs too rarely in an input to make a loop over its occurrences slow. */
const MAX_WORD = 8;

/** A loop, and the parser in which it is planted. */
export interface SeededPlant extends Plant {
  of: string;
}

/** Draws a parser, a kind of loop and a word of the parser. The result depends only on the seed and the rows. */
export function plantOf(seed: number): SeededPlant {
  const draw = numbers(seed);
  const rows = ROWS.filter(({ limit, isStreamed }) => limit >= MIN_LIMIT && !isStreamed);
  const row = rows[draw(rows.length)] as Row;
  const words = vocabularyOf(row)
    .slice(0, SHORT_VOCABULARY)
    .filter((word) => word.length <= MAX_WORD);
  return {
    of: row.of,
    kind: PLANT_KINDS[draw(PLANT_KINDS.length)] ?? 'search',
    word: words[draw(words.length)] ?? 'a',
  };
}

/** Runs the row of a parser, with a loop in it if `plant` is given. Returns why it fails; undefined if it passes. */
export async function failureOf(of: string, plant?: SeededPlant): Promise<string | undefined> {
  const runner = rowRunner({ isLong: false, ...(plant && { plant }) });
  try {
    await runner.run(of);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    runner.close();
  }
}

/** A sequence of numbers that depends on the seed only (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = Math.imul(seed, 0x9e3779b9);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

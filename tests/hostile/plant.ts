import { parseArgs } from 'node:util';
import { SHORT_VOCABULARY } from './inputs/shapes.ts';
import { vocabularyOf } from './inputs/vocabulary.ts';
import { PLANT_KINDS, rowRunner } from './row-runner.ts';
import { ROWS } from './rows/all-rows.ts';

// Puts a quadratic loop into parsers, one after the other, and fails unless the row of each one finds it. Nothing in the
// tree is changed: the module is rewritten when it is loaded.
/** Of less than this, no quadratic loop takes long. */
const MIN_LIMIT = 64 * 1024;
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '1' }, of: { type: 'string' } },
});
let missed = 0;
for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.count); seed++) {
  if (!(await isFound(seed))) missed++;
}
process.exitCode = missed === 0 ? 0 : 1;

/** Whether the loop of a seed is found, and the same parser without it passes. */
async function isFound(seed: number): Promise<boolean> {
  const draw = numbers(seed);
  const rows = ROWS.filter(({ of, limit }) => limit >= MIN_LIMIT && (values.of === undefined || of === values.of));
  const row = rows[draw(rows.length)];
  if (!row) throw new Error(`no such parser: ${values.of}`);
  const words = vocabularyOf(row)
    .slice(0, SHORT_VOCABULARY)
    .filter((word) => word.length <= 8);
  const kind = PLANT_KINDS[draw(PLANT_KINDS.length)] ?? 'search';
  const word = words[draw(words.length)] ?? 'a';
  const label = `seed ${seed}: ${kind} at ${JSON.stringify(word)} in ${row.of}`;
  const passes = async (plant?: { kind: typeof kind; word: string }) => {
    const runner = rowRunner({ isLong: false, ...(plant && { plant }) });
    const error = await runner.run(row.of).then(() => undefined, String);
    await runner.close();
    return error;
  };
  const control = await passes();
  if (control !== undefined) return report(`FAILED ${label}: fails without the loop: ${control}`, false);
  const found = await passes({ kind, word });
  return found === undefined ? report(`MISSED ${label}`, false) : report(`found  ${label}`, true);
}

function report(line: string, isGood: boolean): boolean {
  console.log(line);
  return isGood;
}

/** A short sequence of numbers that depends on the seed only (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed * 0x9e3779b9;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

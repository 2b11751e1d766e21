import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MUTATED_FILES } from './files.ts';
import { withScores } from './page.ts';
import { NAMED_SURVIVORS } from './survivors.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/mutants.md'), 'utf8');

it.each(MUTATED_FILES)('$path exists, together with the tests that judge its mutants', ({ path, judges }) => {
  expect(judges).not.toEqual([]);
  expect([path, ...judges].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it.each(NAMED_SURVIVORS)('$file contains the text of its surviving mutant: $text', ({ file, text }) => {
  expect(MUTATED_FILES.map(({ path }) => path)).toContain(file);
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(text);
});

it('the page of scores has one row for each file', () => {
  expect(withScores(page, MUTATED_FILES, new Map())).toBe(page);
});

it('writes the verdict of a file into its row, and keeps the other rows', () => {
  const [first, second] = MUTATED_FILES.slice(0, 2);
  if (!first || !second) throw new Error('two files are listed');
  const verdict = { mutants: 40, score: 97.44, equivalent: 1, untested: 2, unnamed: [], faults: [] };
  const drawn = withScores(page, MUTATED_FILES, new Map([[second.path, verdict]]));
  expect(drawn).toContain(`| \`${second.path}\` | ${second.area} | 40 | 97.4 | 1 | 2 |\n`);
  expect(drawn.split('\n').filter((line) => !page.includes(line))).toHaveLength(1);
});

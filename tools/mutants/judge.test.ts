import { expect, it } from 'vitest';
import { judge, type TestedMutant } from './judge.ts';

const mutant = (killed: boolean, replacement = 'a < b'): TestedMutant => ({
  line: 1,
  mutator: 'EqualityOperator',
  original: 'a <= b',
  replacement,
  killed,
});
const killed = (count: number) => Array.from({ length: count }, () => mutant(true));
const named = { file: 'x.ts', mutator: 'EqualityOperator', original: 'a <= b', reason: 'never equal' };

it('accepts a file only if at least nine in ten of its mutants are killed', () => {
  expect(judge([...killed(9), mutant(false)], [])).toMatchObject({ score: 90, faults: [] });
  expect(judge([...killed(8), mutant(false)], []).faults).toEqual(['the score is 88.9 %, below 90 %']);
});

it('does not count equivalent mutants, at most one in twenty of the mutants of a file, or one', () => {
  const verdict = judge([...killed(19), mutant(false)], [named]);
  expect(verdict).toMatchObject({ mutants: 20, score: 100, equivalent: 1, survivors: [], faults: [] });
  expect(judge([...killed(3), mutant(false)], [named]).faults).toEqual([]);
  expect(judge([...killed(37), mutant(false), mutant(false)], [named]).faults).toEqual([
    '2 of 39 mutants are named as equivalent, more than 5 %',
  ]);
});

it('rejects the name of an equivalent mutant that was killed or does not occur', () => {
  const faults = ['no EqualityOperator of `a <= b` survived: remove it from survivors.ts'];
  expect(judge(killed(1), [named]).faults).toEqual(faults);
  expect(judge([...killed(40), { ...mutant(false), original: 'a <= c' }], [named]).faults).toEqual(faults);
});

import { expect, it } from 'vitest';
import { judge, type TestedMutant } from './judge.ts';

const mutant = (killed: boolean, replacement = 'a < b'): TestedMutant => ({
  line: 1,
  text: '  if (a <= b) return;',
  mutator: 'EqualityOperator',
  original: 'a <= b',
  replacement,
  killed,
});
const killed = (count: number) => Array.from({ length: count }, () => mutant(true));
const entry = { file: 'x.ts', mutator: 'EqualityOperator', text: 'if (a <= b)', reason: 'never equal' };
const named = { ...entry, kind: 'equivalent' } as const;
const untested = { ...entry, kind: 'untested' } as const;

it('accepts a file only if at least nine in ten of its mutants are killed', () => {
  expect(judge([...killed(9), mutant(false)], [untested])).toMatchObject({ score: 90, untested: 1, faults: [] });
  expect(judge([...killed(8), mutant(false)], [untested]).faults).toEqual(['the score is 88.9 %, below 90 %']);
});

it('rejects a survivor without a reason', () => {
  expect(judge([...killed(40), mutant(false)], [])).toMatchObject({
    unnamed: [mutant(false)],
    faults: ['the EqualityOperator in line 1 survived: test it, or name it in survivors.ts'],
  });
});

it('does not count equivalent mutants, at most one in twenty of the mutants of a file, or one', () => {
  const verdict = judge([...killed(19), mutant(false)], [named]);
  expect(verdict).toMatchObject({ mutants: 20, score: 100, equivalent: 1, unnamed: [], faults: [] });
  expect(judge([...killed(3), mutant(false)], [named]).faults).toEqual([]);
  expect(judge([...killed(37), mutant(false), mutant(false)], [named]).faults).toEqual([
    '2 of 39 mutants are named as equivalent, more than 5 %',
  ]);
});

it('rejects a reason whose mutant was killed or does not occur', () => {
  const faults = ['no EqualityOperator in `if (a <= b)` survived: remove it from survivors.ts'];
  expect(judge(killed(1), [named]).faults).toEqual(faults);
  const other = { ...mutant(false), text: '  if (a <= c) return;' };
  expect(judge([...killed(40), other], [named]).faults).toContain(faults[0]);
});

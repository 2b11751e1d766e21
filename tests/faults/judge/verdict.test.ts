import { expect, it } from 'vitest';
import type { Row } from './report.ts';
import { failuresOf } from './verdict.ts';

const row = (changes: Partial<Row>): Row => ({
  fault: 'disk full',
  description: '',
  rounds: 1,
  sent: 10,
  accepted: 10,
  delivered: 10,
  queued: 0,
  returned: 0,
  dropped: 0,
  lost: 0,
  duplicates: 0,
  bound: 0,
  recovery: 0.1,
  broken: [],
  ...changes,
});
const caught = { mutant: '250 before COMMIT', caught: true, found: '' };

it('passes a run in which every fault occurred and no invariant broke', () => {
  expect(failuresOf({ mutants: [caught], rows: [row({})] })).toEqual([]);
});

it('fails a run that did not reach a requested fault', () => {
  const rows = [row({}), row({ fault: 'storm', rounds: 0 })];
  expect(failuresOf({ mutants: [caught], rows })).toEqual(['storm: not reached within the given time']);
});

it('fails a run on a machine that cannot cause a requested fault', () => {
  const rows = [row({ rounds: 0, missing: 'strace is not installed' })];
  expect(failuresOf({ mutants: [caught], rows })[0]).toContain('strace is not installed');
});

it('fails a run without any fault, with a broken invariant, and with a mutant that was not caught', () => {
  expect(failuresOf({ mutants: [caught], rows: [] })).toHaveLength(1);
  expect(failuresOf({ mutants: [caught], rows: [row({ broken: ['I1: message 7'] })] })).toEqual([
    'disk full: I1: message 7',
  ]);
  expect(failuresOf({ mutants: [{ ...caught, caught: false }], rows: [row({})] })).toHaveLength(1);
});

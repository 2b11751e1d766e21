import { expect, it } from 'vitest';
import { faultyAsvsRows } from './asvs-rows.ts';

const SUMMARY = '| pass | 1 |\n| exception | 1 |\n| not applicable | 0 |\n';
const ROWS = '| 1.1.1 | 1 | one | pass | `a.test.ts` |\n| 1.1.2 | 2 | two | exception | because |\n';

it('accepts rows that pass with a file and rows with a reason', () => {
  expect(faultyAsvsRows('A', SUMMARY + ROWS)).toEqual([]);
  expect(faultyAsvsRows('A', SUMMARY + ROWS.replace('`a.test.ts`', '[Sessions](security.md)'))).toEqual([]);
});

it.each([
  [ROWS.replace('`a.test.ts`', 'everywhere'), 'A: 1.1.1 states no file'],
  [ROWS.replace('because', ''), 'A: 1.1.2 states no reason'],
  [ROWS.replace('1.1.2', '1.1.1'), 'A: 1.1.1 occurs twice'],
  [`${ROWS}| 1.2.1 | 1 | three | done | x |\n`, 'A: 1.2.1 has the unknown state done'],
  [`${ROWS}| 1.2.1 | 1 | three | pass |\n`, 'A: malformed row | 1.2.1 | 1 | three | pass |'],
  [`${ROWS}| 1.2.1 | 1 | three | pass | \`b.ts\` |\n`, 'A: the summary lacks the row | pass | 2 |'],
])('reports a faulty row: %#', (rows, fault) => expect(faultyAsvsRows('A', SUMMARY + rows)).toEqual([fault]));

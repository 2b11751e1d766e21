import type { Report } from './report.ts';

/**
 * Returns the reasons why a run fails: each mutant that was not caught, each broken invariant, and each requested fault
 * that did not occur, because a run without it proves nothing.
 */
export function failuresOf({ mutants, rows }: Pick<Report, 'mutants' | 'rows'>): string[] {
  const failures = mutants.filter(({ caught }) => !caught).map(({ mutant }) => `mutant "${mutant}" was not caught`);
  for (const { fault, rounds, broken, missing } of rows) {
    if (missing !== undefined)
      failures.push(`${fault}: cannot be caused here: ${missing} (or leave it out with --skip)`);
    else if (rounds === 0) failures.push(`${fault}: not reached within the given time`);
    for (const text of broken) failures.push(`${fault}: ${text}`);
  }
  if (rows.length === 0) failures.push('no fault was selected');
  return failures;
}

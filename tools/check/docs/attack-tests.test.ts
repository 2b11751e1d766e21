import { describe, expect, it } from 'vitest';
import { untestedAttacks } from './attack-tests.ts';

const page = (...rows: string[]) =>
  [
    '# Security',
    '',
    '## Known attacks',
    '',
    '| number | attack | test |',
    '|---|---|---|',
    ...rows,
    '',
    '## Sessions',
    '',
  ].join('\n');
const ROWS = ['| 1 | a scanner opens the link | `tests/a.test.ts` |', '| 2 | relaying | `b.txt`, `tests/a.test.ts` |'];
const TESTS = {
  'tests/a.test.ts': "it('opens (attack 1, attack 2)', () => {});",
  'b.txt': '# relay (attack 2)\n# attack 9',
};
const check = (rows: string[], tests: Record<string, string> = TESTS) => untestedAttacks('S', page(...rows), tests);

describe('untestedAttacks', () => {
  it('accepts a table whose numbers are in the titles of exactly the named tests', () => {
    expect(check(ROWS)).toEqual([]);
    expect(
      check(ROWS, { ...TESTS, 'c.test.ts': "  // A comment about 'attack 7'.\n * 'attack 8'\nconst attack = 9;" }),
    ).toEqual([]);
  });

  it('reports a row without a test, and a gap in the numbers', () => {
    expect(check([...ROWS, '| 4 | flooding | none |'])).toEqual([
      'S: row 3 of the attacks has the number 4',
      'S: attack 4 has no test',
    ]);
  });

  it('reports a test that does not name its attack in a title', () => {
    const tests = { ...TESTS, 'tests/a.test.ts': "// attack 1\nit('opens (attack 2, attack 10)', () => {});" };
    expect(check(ROWS, tests)).toEqual([
      'S: no test title in tests/a.test.ts contains "attack 1"',
      'tests/a.test.ts: S has no attack 10',
    ]);
    expect(check(ROWS, { 'tests/a.test.ts': TESTS['tests/a.test.ts'] })).toEqual([
      'S: no test title in b.txt contains "attack 2"',
    ]);
  });

  it('reports a titled test that its row does not name', () => {
    expect(check(ROWS, { ...TESTS, 'c.test.ts': 'describe(`sealed (attack 1)`, () => {});' })).toEqual([
      'S: the row of attack 1 does not name c.test.ts',
    ]);
  });

  it('reports a missing table', () => {
    expect(untestedAttacks('S', '# Security', TESTS)).toEqual(['S: the heading "## Known attacks" is missing']);
    expect(check([], {})).toEqual(['S: the table of attacks has no rows']);
  });
});

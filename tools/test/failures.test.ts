import { expect, it } from 'vitest';
import { playwrightFailures, playwrightFlaky, vitestFailures, vitestFlaky } from './failures.ts';

it('names each test that failed or was flaky in Vitest, with the first line of its error', () => {
  const report = JSON.stringify({
    testResults: [
      {
        name: '/clone/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'the queue keeps a copy', status: 'failed', failureMessages: ['AssertionError: one\nat a.ts'] },
          { fullName: 'another', status: 'passed', failureMessages: [] },
          { fullName: 'a third', status: 'passed', failureMessages: ['Error: of the first try\nat a.ts'] },
        ],
      },
      { name: '/clone/b.test.ts', status: 'failed', message: 'SyntaxError: b', assertionResults: [] },
    ],
  });
  expect(vitestFailures(report, '/clone')).toEqual([
    'a.test.ts > the queue keeps a copy: AssertionError: one',
    'b.test.ts > the file or one of its hooks: SyntaxError: b',
  ]);
  expect(vitestFlaky(report, '/clone')).toEqual(['a.test.ts > a third: Error: of the first try']);
});

it('names each test that failed or was flaky in Playwright, in nested suites too', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'a.journey.ts',
    line: 7,
    tests: [{ status, results: [{ errors: message ? [{ message }] : [] }] }],
  });
  const report = JSON.stringify({
    errors: [{ message: 'no browser' }],
    suites: [
      {
        specs: [spec('first', 'unexpected', '\u001b[31mError: x\u001b[0m\nmore'), spec('second', 'expected')],
        suites: [{ specs: [spec('third', 'flaky', 'Error: y')] }],
      },
    ],
  });
  expect(playwrightFailures(report)).toEqual([
    'Playwright > outside of a test: no browser',
    'a.journey.ts:7 > first: Error: x',
  ]);
  expect(playwrightFlaky(report)).toEqual(['a.journey.ts:7 > third: Error: y']);
});

import { expect, it } from 'vitest';
import { counts, failure, playwrightResults, runResults, summary, vitestReader } from './results.ts';

const one = (fullName: string, status: string, failureMessages: string[] | null = [], tags: string[] = []) => ({
  fullName,
  status,
  failureMessages,
  tags,
});
const vitestReport = (...files: { status: string; message?: string; assertionResults: unknown[] }[]) =>
  JSON.stringify({
    testResults: files.map((file, at) => ({ name: `/clone/${at}.test.ts`, startTime: 1000, endTime: 3500, ...file })),
  });
const readVitest = vitestReader('/clone', { long: false });

const spec = (title: string, status: string, duration: number, message?: string) => ({
  title,
  file: 'a.spec.ts',
  line: 7,
  tests: [{ status, results: [{ duration, errors: message ? [{ message }] : [] }] }],
});

it('reads tests of Vitest, and reports a file that did not load or whose hook failed as a failure', () => {
  const report = vitestReport(
    { status: 'failed', message: 'SyntaxError: b\nat b.ts', assertionResults: [] },
    { status: 'failed', assertionResults: [one('keeps a copy', 'failed', ['AssertionError: one\nat a.ts'])] },
    { status: 'failed', message: '', assertionResults: [one('a', 'skipped')] },
    { status: 'passed', assertionResults: [one('b', 'passed'), one('c', 'todo')] },
    { status: 'passed', assertionResults: [one('d', 'passed', ['Error: of the first try\nat a.ts'])] },
  );
  const results = runResults('Vitest', readVitest, report, 1);
  expect(counts(results)).toEqual({ passed: 2, failed: 3, skipped: 2, flaky: 1 });
  const text = summary(results);
  expect(text).toContain('   2.5 s  0.test.ts\n');
  expect(text).toContain('\nFlaky (passed on the second try)\n4.test.ts > d: Error: of the first try\n');
  expect(text).toContain('\n0.test.ts > the file or one of its hooks: SyntaxError: b\n');
  expect(text).toContain('\n1.test.ts > keeps a copy: AssertionError: one\n');
});

it('does not count tests that another run selects by their tag', () => {
  const tests = [one('a', 'passed'), one('b', 'skipped'), one('c', 'skipped', null, ['long'])];
  const report = vitestReport({
    status: 'passed',
    assertionResults: [...tests, one('d', 'todo', null, ['long', 'x'])],
  });
  expect(counts(readVitest(report)).skipped).toBe(1);
  expect(counts(vitestReader('/clone', { long: true })(report)).skipped).toBe(2);
});

it('reports a run that exits with an error, writes no report or passes no test as a failure', () => {
  const report = vitestReport({ status: 'passed', assertionResults: [one('a', 'passed')] });
  const failed = (json: string | undefined, exit: number | null) =>
    counts(runResults('Vitest', readVitest, json, exit)).failed;
  expect([failed(report, 0), failed(report, 1), failed(report, null)]).toEqual([0, 1, 1]);
  expect([failed(undefined, 0), failed(vitestReport(), 0)]).toEqual([1, 1]);
  const none = JSON.stringify({ errors: [], suites: [] });
  expect(counts(runResults('Playwright', playwrightResults, none, 0)).failed).toBe(1);
});

it('reads tests of Playwright in nested suites, a flaky test as passed, and an error outside tests as a failure', () => {
  const report = JSON.stringify({
    errors: [{ message: 'no browser' }],
    suites: [
      {
        specs: [
          spec('first', 'unexpected', 100, '\u001b[31mError: x\u001b[0m\nmore'),
          spec('second', 'expected', 200),
          spec('left', 'skipped', 0),
        ],
        suites: [{ specs: [spec('third', 'flaky', 50, 'Error: y')] }],
      },
    ],
  });
  const results = runResults('Playwright', playwrightResults, report, 1);
  expect(counts(results)).toEqual({ passed: 2, failed: 2, skipped: 1, flaky: 1 });
  const text = summary(results);
  expect(text).toContain('\nSlowest files\n   0.3 s  a.spec.ts\n');
  expect(text).toContain('\nFailed\nPlaywright > outside of a test: no browser\na.spec.ts:7 > first: Error: x\n');
  expect(text).toContain('\na.spec.ts:7 > third: Error: y\n');
});

it('ends with one line of counts, which mentions skipped and flaky tests only if some occurred', () => {
  const passed = readVitest(vitestReport({ status: 'passed', assertionResults: [one('a', 'passed')] }));
  const more = readVitest(
    vitestReport({ status: 'passed', assertionResults: [one('b', 'passed', ['x']), one('c', 'todo')] }),
  );
  const last = (results: typeof passed) => summary(results).split('\n').at(-1);
  expect(last(passed)).toBe('1 passed, 0 failed');
  expect(last([...passed, failure('npm run check > types')])).toBe('1 passed, 1 failed');
  expect(last([...passed, ...more])).toBe('2 passed, 0 failed, 1 skipped, 1 flaky');
});

it('lists the ten slowest files, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, at) => ({ file: `${at}.test.ts`, milliseconds: 1000 * at, tests: [] }));
  const lines = summary(files).split('\n').slice(2, 12);
  expect(lines[0]).toBe('  11.0 s  11.test.ts');
  expect(lines.at(-1)).toBe('   2.0 s  2.test.ts');
});

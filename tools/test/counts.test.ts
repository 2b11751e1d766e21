import { describe, expect, it } from 'vitest';
import { countRun, playwrightCounts, summary, vitestCounts } from './counts.ts';

const vitest = (fields: object) =>
  JSON.stringify({
    success: true,
    numPassedTests: 3,
    numFailedTests: 0,
    testResults: [],
    ...fields,
  });

const one = (status: string, failureMessages: string[] | null = [], tags: string[] = []) => ({
  status,
  failureMessages,
  tags,
});
const counts = (json: string) => vitestCounts(json, { long: false });

const playwright = (stats: object, errors: unknown[] = []) =>
  JSON.stringify({ errors, stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats } });

describe('a run of Vitest', () => {
  it('counts tests in a Vitest report, and a file that did not load or whose hook failed as a failure', () => {
    const report = vitest({
      numFailedTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [one('failed', ['x'])] },
        { status: 'failed', assertionResults: [one('skipped')] },
        { status: 'passed', assertionResults: [one('passed'), one('todo')] },
        { status: 'passed', assertionResults: [one('passed', ['of the first try'])] },
      ],
    });
    expect(countRun(counts, report, 1)).toEqual({ passed: 3, failed: 3, skipped: 2, flaky: 1 });
  });

  it('leaves out of the count which tests another run takes by their tag', () => {
    const tests = [one('passed'), one('skipped'), one('skipped', null, ['long']), one('todo', null, ['long', 'other'])];
    const report = vitest({ testResults: [{ status: 'passed', assertionResults: tests }] });
    expect(vitestCounts(report, { long: false }).skipped).toBe(1);
    expect(vitestCounts(report, { long: true }).skipped).toBe(2);
  });

  it('counts a Vitest run that exits with an error, writes no report or runs no test as a failure', () => {
    expect(countRun(counts, vitest({}), 0)).toEqual({ passed: 3, failed: 0, skipped: 0, flaky: 0 });
    expect(countRun(counts, vitest({}), 1).failed).toBe(1);
    expect(countRun(counts, vitest({}), null).failed).toBe(1);
    expect(countRun(counts, undefined, 0).failed).toBe(1);
    expect(countRun(counts, vitest({ numPassedTests: 0 }), 0).failed).toBe(1);
  });
});

describe('a run of Playwright', () => {
  it('counts a flaky test in a Playwright report as passed, and an error outside of tests as a failure', () => {
    const report = playwright({ expected: 4, unexpected: 1, flaky: 1, skipped: 1 }, [{}]);
    expect(countRun(playwrightCounts, report, 1)).toEqual({ passed: 5, failed: 2, skipped: 1, flaky: 1 });
  });

  it('counts a Playwright run without tests as a failure', () => {
    expect(countRun(playwrightCounts, playwright({}), 0).failed).toBe(1);
  });
});

it('summarises a run in one line, with skipped and flaky tests only if there are any', () => {
  expect(summary({ passed: 12, failed: 0, skipped: 0, flaky: 0 })).toBe('12 passed, 0 failed');
  expect(summary({ passed: 12, failed: 1, skipped: 2, flaky: 0 })).toBe('12 passed, 1 failed, 2 skipped');
  expect(summary({ passed: 12, failed: 0, skipped: 2, flaky: 3 })).toBe('12 passed, 0 failed, 2 skipped, 3 flaky');
});

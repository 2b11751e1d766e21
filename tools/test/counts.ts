/** `flaky` of the passed tests failed at first and passed on the second try. */
export type Counts = { passed: number; failed: number; skipped: number; flaky: number };

type VitestReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    status: string;
    assertionResults: { status: string; failureMessages: string[] | null; tags: string[] }[];
  }[];
};

/** The tag of tests that `npm run test:long` runs instead of `npm test` (docs/decisions/0071-long-tests.md). */
export const LONG = 'long';

type PlaywrightReport = {
  errors: unknown[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/**
 * Reads Vitest's JSON report of the long tests or of the others. Vitest reports those that the run left out by their tag as
 * skipped; they do not count. A file that failed without a failed test (on load or in a hook) counts as one failure.
 */
export function vitestCounts(json: string, { long }: { long: boolean }): Counts {
  const report = JSON.parse(json) as VitestReport;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const isSkipped = ({ status }: { status: string }) => status !== 'passed' && status !== 'failed';
  const failedFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + failedFiles,
    skipped: tests.filter((test) => isSkipped(test) && test.tags.includes(LONG) === long).length,
    flaky: tests.filter(isFlaky).length,
  };
}

/** Returns whether a test in Vitest's report passed on a later try: the report keeps the errors of the first one. */
export function isFlaky({ status, failureMessages }: { status: string; failureMessages: string[] | null }): boolean {
  return status === 'passed' && (failureMessages ?? []).length > 0;
}

/** Reads Playwright's JSON report. A flaky test counts as passed. */
export function playwrightCounts(json: string): Counts {
  const { errors, stats } = JSON.parse(json) as PlaywrightReport;
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: stats.flaky,
  };
}

/**
 * Returns the counts of one run of a test program, from its report (undefined if it wrote none) and its exit code. A run
 * that exits with an error but without a failed test, or that runs no test, counts as one failure.
 */
export function countRun(read: (json: string) => Counts, report: string | undefined, exitCode: number | null): Counts {
  const counts = report === undefined ? { passed: 0, failed: 0, skipped: 0, flaky: 0 } : read(report);
  const hasFailed = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return hasFailed ? { ...counts, failed: 1 } : counts;
}

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped, flaky }: Counts): string {
  const others = Object.entries({ skipped, flaky }).flatMap(([kind, count]) => (count > 0 ? `, ${count} ${kind}` : ''));
  return `${passed} passed, ${failed} failed${others.join('')}`;
}

export type Counts = { passed: number; failed: number; skipped: number };

type VitestReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

type PlaywrightReport = {
  errors: unknown[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Reads Vitest's JSON report. A file that failed without a failed test (on load or in a hook) counts as one failure. */
export function vitestCounts(json: string): Counts {
  const report = JSON.parse(json) as VitestReport;
  const failedFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + failedFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Reads Playwright's JSON report. A flaky test counts as failed. */
export function playwrightCounts(json: string): Counts {
  const { errors, stats } = JSON.parse(json) as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * Returns the counts of one run of a test program, from its report (undefined if it wrote none) and its exit code. A run
 * that exits with an error but without a failed test, or that runs no test, counts as one failure.
 */
export function countRun(read: (json: string) => Counts, report: string | undefined, exitCode: number | null): Counts {
  const counts = report === undefined ? { passed: 0, failed: 0, skipped: 0 } : read(report);
  const hasFailed = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return hasFailed ? { ...counts, failed: 1 } : counts;
}

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

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

/** Counts of Vitest's JSON report. A file that failed without a failed test (not loaded, or in a hook) counts as one. */
export function vitestCounts(json: string): Counts {
  const report = JSON.parse(json) as VitestReport;
  const ofFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + ofFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of Playwright's JSON report. A test that passed only at a second try has failed. */
export function playwrightCounts(json: string): Counts {
  const { errors, stats } = JSON.parse(json) as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * What one run of a test program adds to the sum, from its report (undefined when it wrote none) and exit code. A run
 * that went wrong without a failed test, or ran nothing, counts as a failure.
 */
export function countRun(read: (json: string) => Counts, report: string | undefined, exitCode: number | null): Counts {
  const counts = report === undefined ? { passed: 0, failed: 0, skipped: 0 } : read(report);
  const wentWrong = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return wentWrong ? { ...counts, failed: 1 } : counts;
}

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

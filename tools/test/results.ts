/** The tag of tests that `npm run test:long` runs instead of `npm test` (docs/decisions/0071-long-tests.md). */
export const LONG = 'long';

/**
 * The outcome of a test. A flaky test failed first and passed on the second try; `error` is the error of the first try.
 */
interface TestResult {
  name: string;
  status: 'passed' | 'flaky' | 'failed' | 'skipped';
  error?: string | undefined;
}

/** The tests of one file, or an error outside tests. */
export interface FileResult {
  file: string;
  milliseconds: number;
  tests: TestResult[];
}

/** Reads the JSON report of a test program. */
type ReadReport = (json: string) => FileResult[];

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null; tags: string[] }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
}

/**
 * Returns a reader of Vitest's report of the long tests or of the others. Vitest reports tests excluded by their tag as
 * skipped; the reader ignores them. A file that failed on load or in a hook, without a failed test, becomes one
 * failure.
 */
export function vitestReader(root: string, { long }: { long: boolean }): ReadReport {
  return (json) =>
    (JSON.parse(json) as VitestReport).testResults.map((result) => {
      const file = result.name.replace(`${root}/`, '');
      const tests = result.assertionResults.flatMap(({ fullName, status, failureMessages, tags }): TestResult[] => {
        const [name, error] = [`${file} > ${fullName}`, failureMessages?.[0]];
        if (status === 'failed') return [{ name, status, error }];
        // The report keeps the errors of the first try.
        if (status === 'passed') return [{ name, status: error === undefined ? 'passed' : 'flaky', error }];
        return tags.includes(LONG) === long ? [{ name, status: 'skipped' }] : [];
      });
      if (result.status === 'failed' && !tests.some(({ status }) => status === 'failed')) {
        tests.push({ name: `${file} > the file or one of its hooks`, status: 'failed', error: result.message });
      }
      return { file, milliseconds: result.endTime - result.startTime, tests };
    });
}

/** Reads Playwright's report. Tests of one file may run in parallel; their durations are summed. */
export function playwrightResults(json: string): FileResult[] {
  const { errors, suites } = JSON.parse(json) as { errors: { message?: string }[]; suites: PlaywrightSuite[] };
  const ofSuite = (suite: PlaywrightSuite): FileResult[] => [
    ...suite.specs.flatMap(({ title, file, line, tests }) =>
      tests.map(({ status, results }) => ({
        file,
        milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
        tests: [
          {
            name: `${file}:${line} > ${title}`,
            status: PLAYWRIGHT_STATUS[status] ?? 'failed',
            error: results.flatMap((result) => result.errors)[0]?.message,
          },
        ],
      })),
    ),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ];
  const outside = errors.map(({ message }) => failure('Playwright > outside of a test', message));
  return [...outside, ...suites.flatMap(ofSuite)];
}

const PLAYWRIGHT_STATUS: Record<string, TestResult['status']> = {
  expected: 'passed',
  flaky: 'flaky',
  skipped: 'skipped',
};

/** Returns a failure that belongs to no file. */
export function failure(name: string, error?: string): FileResult {
  return { file: name, milliseconds: 0, tests: [{ name, status: 'failed', error }] };
}

/**
 * Returns the results of one run of a test program, from its report (undefined if it wrote none) and its exit code. A run
 * that exits with an error but without a failed test, or that passes no test, has one failure.
 */
export function runResults(
  program: string,
  read: ReadReport,
  report: string | undefined,
  exitCode: number | null,
): FileResult[] {
  const results = report === undefined ? [] : read(report);
  const count = counts(results);
  const isUnexplained = count.failed === 0 && (exitCode !== 0 || count.passed === 0);
  return isUnexplained ? [...results, failure(program, `exit code ${exitCode}, ${count.passed} passed`)] : results;
}

/** Counts tests. A flaky test is also counted as passed. */
export function counts(results: FileResult[]): { passed: number; failed: number; skipped: number; flaky: number } {
  const tests = results.flatMap((file) => file.tests);
  const count = (wanted: TestResult['status']) => tests.filter(({ status }) => status === wanted).length;
  const flaky = count('flaky');
  return { passed: count('passed') + flaky, failed: count('failed'), skipped: count('skipped'), flaky };
}

/**
 * Returns the final output of `npm test`: the slowest files, one line for each flaky or failed test, and the counts.
 */
export function summary(results: FileResult[]): string {
  const { passed, failed, ...others } = counts(results);
  const rest = Object.entries(others).flatMap(([kind, number]) => (number > 0 ? `, ${number} ${kind}` : ''));
  return [
    section('Slowest files', slowestFiles(results, 10)),
    section('Flaky (passed on the second try)', linesOf(results, 'flaky')),
    section('Failed', linesOf(results, 'failed')),
    `\n${passed} passed, ${failed} failed${rest.join('')}`,
  ].join('');
}

function section(title: string, lines: string[]): string {
  return lines.length > 0 ? `\n${title}\n${lines.join('\n')}\n` : '';
}

function slowestFiles(results: FileResult[], count: number): string[] {
  const sums = new Map<string, number>();
  for (const { file, milliseconds } of results) sums.set(file, (sums.get(file) ?? 0) + milliseconds);
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([file, milliseconds]) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file}`);
}

function linesOf(results: FileResult[], wanted: TestResult['status']): string[] {
  const tests = results.flatMap((file) => file.tests).filter(({ status }) => status === wanted);
  return tests.map(({ name, error = '' }) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
    const [first = ''] = error.replace(/\u001b\[[0-9;]*m/g, '').split('\n');
    return first ? `${name}: ${first.slice(0, 300)}` : name;
  });
}

export interface FileDuration {
  file: string;
  milliseconds: number;
}

interface VitestReport {
  testResults: { name: string; startTime: number; endTime: number }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { file: string; tests: { results: { duration: number }[] }[] }[];
}

/** Reads the duration of each file from Vitest's JSON report, hooks included. */
export function vitestDurations(json: string, root: string): FileDuration[] {
  const { testResults } = JSON.parse(json) as VitestReport;
  return testResults.map(({ name, startTime, endTime }) => ({
    file: name.replace(`${root}/`, ''),
    milliseconds: endTime - startTime,
  }));
}

/** Sums the durations of each file's tests in Playwright's JSON report. Tests of one file may run in parallel. */
export function playwrightDurations(json: string): FileDuration[] {
  const { suites } = JSON.parse(json) as { suites: PlaywrightSuite[] };
  const sums = new Map<string, number>();
  const add = (suite: PlaywrightSuite): void => {
    for (const { file, tests } of suite.specs) {
      const results = tests.flatMap((test) => test.results);
      sums.set(
        file,
        results.reduce((sum, { duration }) => sum + duration, sums.get(file) ?? 0),
      );
    }
    suite.suites?.forEach(add);
  };
  suites.forEach(add);
  return [...sums].map(([file, milliseconds]) => ({ file, milliseconds }));
}

/** Returns the slowest files, one line each. */
export function slowestFiles(files: FileDuration[], count: number): string[] {
  return files
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, count)
    .map(({ file, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file}`);
}

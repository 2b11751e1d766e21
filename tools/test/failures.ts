import { isFlaky } from './counts.ts';

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
};

type PlaywrightReport = { errors: { message?: string }[]; suites: PlaywrightSuite[] };

/** Returns one line for each failure in Vitest's JSON report: file, title and the first line of the error. */
export function vitestFailures(json: string, root: string): string[] {
  const { testResults } = JSON.parse(json) as VitestReport;
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [line(file, 'the file or one of its hooks', message)];
    return failed.map((test) => line(file, test.fullName, test.failureMessages?.[0]));
  });
}

/** Returns one line for each test in Vitest's JSON report that passed on the second try, with the error of the first one. */
export function vitestFlaky(json: string, root: string): string[] {
  const { testResults } = JSON.parse(json) as VitestReport;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(isFlaky)
      .map((test) => line(name.replace(`${root}/`, ''), test.fullName, test.failureMessages?.[0])),
  );
}

/** Returns one line for each failure in Playwright's JSON report: file, title and the first line of the error. */
export function playwrightFailures(json: string): string[] {
  const { errors } = JSON.parse(json) as PlaywrightReport;
  return [
    ...errors.map(({ message }) => line('Playwright', 'outside of a test', message)),
    ...playwrightTests(json, 'unexpected'),
  ];
}

/** Returns one line for each test in Playwright's JSON report that passed on the second try, with the error of the first one. */
export function playwrightFlaky(json: string): string[] {
  return playwrightTests(json, 'flaky');
}

function playwrightTests(json: string, wanted: 'unexpected' | 'flaky'): string[] {
  const { suites } = JSON.parse(json) as PlaywrightReport;
  const ofSuite = (suite: PlaywrightSuite): string[] => [
    ...suite.specs.flatMap(({ title, file, line: at, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => line(`${file}:${at}`, title, results.flatMap((result) => result.errors)[0]?.message)),
    ),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ];
  return suites.flatMap(ofSuite);
}

function line(file: string, title: string, message = ''): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
  const [first = ''] = message.replace(/\u001b\[[0-9;]*m/g, '').split('\n');
  return `${file} > ${title}: ${first.slice(0, 300)}`;
}

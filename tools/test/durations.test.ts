import { expect, it } from 'vitest';
import { playwrightDurations, slowestFiles, vitestDurations } from './durations.ts';

it("reads the duration of each file from Vitest's report", () => {
  const report = JSON.stringify({ testResults: [{ name: '/clone/a.test.ts', startTime: 1000, endTime: 3500 }] });
  expect(vitestDurations(report, '/clone')).toEqual([{ file: 'a.test.ts', milliseconds: 2500 }]);
});

it("adds up the durations of a file's tests in Playwright's report, in nested suites too", () => {
  const spec = (...durations: number[]) => ({
    file: 'a.spec.ts',
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = JSON.stringify({ suites: [{ specs: [spec(100, 200)], suites: [{ specs: [spec(50)] }] }] });
  expect(playwrightDurations(report)).toEqual([{ file: 'a.spec.ts', milliseconds: 350 }]);
});

it('lists the slowest files first, up to the given count', () => {
  const files = [
    { file: 'quick', milliseconds: 20 },
    { file: 'slow', milliseconds: 61_240 },
    { file: 'medium', milliseconds: 3100 },
  ];
  expect(slowestFiles(files, 2)).toEqual(['  61.2 s  slow', '   3.1 s  medium']);
});

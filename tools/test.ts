import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import openRunFolder from '../tests/support/run/run-folder.ts';
import { describeResult, runChecks } from './check/run-checks.ts';
import { ensureChromium } from './chromium.ts';
import { type Counts, countRun, LONG, playwrightCounts, summary, vitestCounts } from './test/counts.ts';
import { type FileDuration, playwrightDurations, slowestFiles, vitestDurations } from './test/durations.ts';
import { playwrightFailures, playwrightFlaky, vitestFailures, vitestFlaky } from './test/failures.ts';

const ROOT = join(import.meta.dirname, '..');
/** Replaces the report of a program that exited before it wrote one. Its exit code counts as a failure. */
const NO_REPORT = '{"errors":[],"suites":[],"testResults":[]}';

const { values } = parseArgs({ options: { long: { type: 'boolean', default: false } } });
/** Whether only the long tests run, without the checks, or everything else. */
const { long } = values;

openRunFolder();
const reports = mkdtempSync(join(tmpdir(), 'nameplate-reports-'));
const total: Counts = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
const failures: string[] = [];
/** Tests that passed on the second try. */
const flaky: string[] = [];
const durations: FileDuration[] = [];

console.log(long ? 'Long tests' : 'Checks and tests');
// Vitest's tests often wait, and the checks use the processor meanwhile.
const checks = long ? [] : runChecks((result) => console.log(describeResult(result)));
const vitestReport = join(reports, 'vitest.json');
// One run decides about a release, so a test gets a second try (docs/decisions/0048-second-try.md).
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--retry=1', '--reporter=default', '--reporter=json'];
const tags = `--tags-filter=${long ? '' : '!'}${LONG}`;
const vitestExit = await run([...vitest, tags, `--outputFile.json=${vitestReport}`], {});
sum(countRun((json) => vitestCounts(json, { long }), contents(vitestReport), vitestExit));
failures.push(...vitestFailures(contents(vitestReport) ?? NO_REPORT, ROOT));
flaky.push(...vitestFlaky(contents(vitestReport) ?? NO_REPORT, ROOT));
durations.push(...vitestDurations(contents(vitestReport) ?? NO_REPORT, ROOT));
for (const { name, ok } of await checks) {
  add(ok ? 'passed' : 'failed');
  if (!ok) failures.push(`npm run check > ${name}`);
}

console.log('\nTests in a browser');
try {
  const chromium = ensureChromium();
  const report = join(reports, 'playwright.json');
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--retries=1', '--reporter=line,json'];
  const exit = await run([...playwright, `--grep${long ? '' : '-invert'}=@${LONG}`], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  sum(countRun(playwrightCounts, contents(report), exit));
  failures.push(...playwrightFailures(contents(report) ?? NO_REPORT));
  flaky.push(...playwrightFlaky(contents(report) ?? NO_REPORT));
  durations.push(...playwrightDurations(contents(report) ?? NO_REPORT));
} catch (error) {
  console.error((error as Error).message);
  add('failed');
}

console.log(`\nSlowest files\n${slowestFiles(durations, 10).join('\n')}`);
if (flaky.length > 0) console.log(`\nFlaky (passed on the second try)\n${flaky.join('\n')}`);
if (failures.length > 0) console.log(`\nFailed\n${failures.join('\n')}`);
if (!long) console.log('\nLong tests are not part of this run: npm run test:long');
console.log(`\n${summary(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Runs a program with this Node and terminal. Returns the exit code, or null if it did not start or a signal ended it. */
function run(args: string[], env: Record<string, string>): Promise<number | null> {
  return new Promise((done) => {
    spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
      .once('error', () => done(null))
      .once('close', done);
  });
}

function contents(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function add(kind: keyof Counts): void {
  total[kind] += 1;
}

function sum(counts: Counts): void {
  for (const kind of Object.keys(total) as (keyof Counts)[]) total[kind] += counts[kind];
}

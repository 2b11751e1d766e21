import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import openRunFolder from '../tests/support/run/run-folder.ts';
import { describeResult, runChecks } from './check/run-checks.ts';
import { ensureChromium } from './chromium.ts';
import {
  counts,
  type FileResult,
  failure,
  LONG,
  playwrightResults,
  runResults,
  summary,
  vitestReader,
} from './test/results.ts';

const ROOT = join(import.meta.dirname, '..');

const { values } = parseArgs({ options: { long: { type: 'boolean', default: false } } });
/** Whether only the long tests run, or the checks and all other tests. */
const { long } = values;

openRunFolder();
const reports = mkdtempSync(join(tmpdir(), 'nameplate-reports-'));
const results: FileResult[] = [];

console.log(long ? 'Long tests' : 'Checks and tests');
// Vitest's tests often wait, which leaves the processor to the checks.
const checks = long ? [] : runChecks((result) => console.log(describeResult(result)));
const vitestReport = join(reports, 'vitest.json');
// One run decides about a release, so a test gets a second try (docs/decisions/0048-second-try.md).
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--retry=1', '--reporter=default', '--reporter=json'];
const tags = `--tags-filter=${long ? '' : '!'}${LONG}`;
const vitestExit = await run([...vitest, tags, `--outputFile.json=${vitestReport}`], {});
results.push(...runResults('Vitest', vitestReader(ROOT, { long }), contents(vitestReport), vitestExit));
for (const { name, ok } of await checks) {
  const check = `npm run check > ${name}`;
  results.push(ok ? { file: check, milliseconds: 0, tests: [{ name: check, status: 'passed' }] } : failure(check));
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
  results.push(...runResults('Playwright', playwrightResults, contents(report), exit));
} catch (error) {
  results.push(failure('Chromium', (error as Error).message));
}

if (!long) console.log('\nLong tests are not part of this run: npm run test:long');
console.log(summary(results));
process.exitCode = counts(results).failed > 0 ? 1 : 0;

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
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

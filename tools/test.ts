import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeResult, runChecks } from './checks.ts';
import { ensureChromium } from './chromium.ts';
import { type Counts, countRun, playwrightCounts, summary, vitestCounts } from './test-counts.ts';

const ROOT = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'nameplate-reports-'));
const total: Counts = { passed: 0, failed: 0, skipped: 0 };

console.log('Checks');
for (const { ok } of await runChecks((result) => console.log(describeResult(result)))) add(ok ? 'passed' : 'failed');

console.log('\nTests');
const vitestReport = join(reports, 'vitest.json');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'];
const vitestExit = await run([...vitest, `--outputFile.json=${vitestReport}`], {});
sum(countRun(vitestCounts, contents(vitestReport), vitestExit));

console.log('\nJourneys in a browser');
try {
  const chromium = ensureChromium();
  const report = join(reports, 'playwright.json');
  const exit = await run(['node_modules/@playwright/test/cli.js', 'test', '--reporter=line,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  sum(countRun(playwrightCounts, contents(report), exit));
} catch (error) {
  console.error((error as Error).message);
  add('failed');
}

rmSync(reports, { recursive: true });
console.log(`\n${summary(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Runs a program of node_modules under this Node, on this terminal; the exit code, null when a signal ended it. */
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

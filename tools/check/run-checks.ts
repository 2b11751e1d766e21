import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

export type CheckResult = { name: string; ok: boolean; seconds: number; output: string };

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');

const CHECKS: Record<string, [program: string, ...args: string[]]> = {
  // Each checker works out the types that it shares with the others, so one checker needs much less processor time than the default four.
  types: [join(BIN, 'tsc'), '-p', '.', '--noEmit', '--checkers', '1', '--pretty', 'false'],
  lint: [join(BIN, 'biome'), 'check', '--error-on-warnings', '--max-diagnostics=100', '--colors=off'],
  'import rules': [process.execPath, 'tools/check/check-import-rules.ts'],
  patterns: [process.execPath, 'tools/check/check-patterns.ts'],
  parsers: [process.execPath, 'tools/check/check-parsers.ts'],
  'dead code': [join(BIN, 'knip'), '--no-progress'],
  licences: [process.execPath, 'tools/check/check-licences.ts'],
  lockfile: [process.execPath, 'tools/check/check-lockfile.ts'],
  'bill of materials': [process.execPath, 'tools/check/sbom.ts', '--check'],
  schema: [process.execPath, 'tools/schema.ts', '--check'],
  docs: [process.execPath, 'tools/check/check-docs.ts'],
  words: [process.execPath, 'tools/check/check-words.ts'],
};

/** Runs all checks in parallel, and reports each result as soon as it is available. */
export async function runChecks(report: (result: CheckResult) => void): Promise<CheckResult[]> {
  return Promise.all(
    Object.entries(CHECKS).map(async ([name, [program, ...args]]) => {
      const result = await run(name, program, args);
      report(result);
      return result;
    }),
  );
}

/** Returns one line, followed by the output if the check failed. */
export function describeResult({ name, ok, seconds, output }: CheckResult): string {
  const line = `${ok ? 'ok    ' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)`;
  return ok ? line : `${line}\n${output.trimEnd().replace(/^/gm, '    ')}`;
}

function run(name: string, program: string, args: string[]): Promise<CheckResult> {
  const started = performance.now();
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      // The programs start with `#!/usr/bin/env node`: PATH must find this Node.
      env: { ...process.env, PATH: `${BIN}:${process.env.PATH}`, FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const finish = (ok: boolean) =>
      done({ name, ok, seconds: (performance.now() - started) / 1000, output: ok ? '' : output });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.once('close', (code) => finish(code === 0));
  });
}

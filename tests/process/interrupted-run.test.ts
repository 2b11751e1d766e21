import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { processesOf } from '../support/run/processes-of.ts';

const ROOT = path.join(import.meta.dirname, '../..');

for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT'] as const) {
  const options = { timeout: 300_000, tags: signal === 'SIGKILL' ? [] : ['long'] };
  it(`a run of tests that is ended by ${signal} leaves no process and no folder behind`, options, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'nameplate-interrupted-'));
    const report = path.join(folder, 'report');
    const { NAMEPLATE_TEST_RUN: _, VITEST: _vitest, ...env } = process.env;
    const runner = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config=tests/process/interrupted/vitest.config.ts'],
      { cwd: ROOT, env: { ...env, RUN_REPORT: report }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [runner.stdout, runner.stderr]) stream.on('data', (chunk) => (output += chunk));
    try {
      await expect.poll(() => existsSync(report) || runner.exitCode !== null, { timeout: 250_000 }).toBe(true);
      expect(existsSync(report), output).toBe(true);
      const runFolder = await readFile(report, 'utf8');
      const commands = processesOf(runFolder).map(({ command }) => command);
      // The database of the run, and the app with its own database. A new backend shows the arguments of its server.
      const clusters = commands.flatMap((command) => /postgres -D (\S+)/.exec(command)?.[1] ?? []);
      expect(new Set(clusters).size).toBe(2);
      expect(commands).toContainEqual(expect.stringContaining('server/serve.ts'));
      runner.kill(signal);
      await expect.poll(() => processesOf(runFolder), { timeout: 60_000 }).toEqual([]);
      await expect.poll(() => existsSync(runFolder), { timeout: 60_000 }).toBe(false);
    } finally {
      runner.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
}

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import openRunFolder from '../tests/support/run/run-folder.ts';
import { ensureChromium } from './chromium.ts';

const ROOT = join(import.meta.dirname, '..');
const [base = 'HEAD'] = process.argv.slice(2);

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [
  ...git('diff', '--name-only', '--diff-filter=d', base),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const browserTests = changed.filter((file) => /^tests\/browser\/.*\.spec\.ts$/.test(file));

openRunFolder();
let failed = false;
// Vitest selects tests by their imports. Tests that start `server/main.ts` as a process are not selected: run `npm test`.
run('node_modules/vitest/vitest.mjs', ['run', `--changed=${base}`, '--passWithNoTests']);
if (browserTests.length > 0) {
  run('node_modules/@playwright/test/cli.js', ['test', ...browserTests], { CHROMIUM_PATH: ensureChromium() });
}
process.exitCode = failed ? 1 : 0;

function run(program: string, args: string[], env: Record<string, string> = {}): void {
  const options = { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' } as const;
  const { status } = spawnSync(process.execPath, [program, ...args], options);
  if (status !== 0) failed = true;
}

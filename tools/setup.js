// Runs before every npm script, on whatever Node the machine has (18 or newer): plain JavaScript, no packages.
// Installs what package-lock.json names when node_modules differs from it, and sees to it that Node 24 is at hand.
// With --web it also builds the web pages, when their sources changed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED = 24;
const BUNDLED = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

if (!isInstalled()) install();
const node = findNode();
if (process.argv.includes('--web')) {
  const { status } = spawnSync(node, [join(ROOT, 'tools', 'web', 'build-web.ts')], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** npm writes node_modules/.package-lock.json last; it must name every package of ours (but those of other platforms). */
function isInstalled() {
  const wanted = packagesIn(join(ROOT, 'package-lock.json'));
  const present = packagesIn(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!wanted) fail('package-lock.json is missing: clone the project again');
  if (!present) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || (present[path] && present[path].version === version),
  );
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  console.log('Installing packages (this happens once) ...');
  const started = Date.now();
  // Development packages too, whatever NODE_ENV says: the web build is among them. No package needs its install script.
  // Not `npm ci`: that refuses a lockfile without the other platforms' optional packages, which some registry mirrors do
  // not carry. This installs the locked versions just as well, checks their hashes and leaves the lockfile alone.
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  const ran = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: ROOT, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });
  if (ran.status !== 0) {
    fail(`npm install failed:\n${ran.error ? ran.error.message : `${ran.stdout}${ran.stderr}`.trim()}`);
  }
  if (!isInstalled()) fail('package-lock.json does not match package.json: run `npm install` and commit the lockfile');
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** The Node that npm scripts will use: the one npm installed, else the machine's own when it is new enough. */
function findNode() {
  if (existsSync(BUNDLED)) {
    const { status, stdout } = spawnSync(BUNDLED, ['--version'], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status === 0 && major(stdout) >= NEEDED) return BUNDLED;
    // It is first in the path of npm scripts, so one that cannot run here (another C library) must go.
    rmSync(BUNDLED, { force: true });
  }
  if (major(process.version) >= NEEDED) return process.execPath;
  return fail(
    `Nameplate needs Node ${NEEDED} or newer. npm brings it for Linux (x64, arm64, glibc) and Windows (x64); on ` +
      `${process.platform}-${process.arch} install it yourself from https://nodejs.org (found: ${process.version}).`,
  );
}

function major(version) {
  return Number(/^v?(\d+)/.exec(version)?.[1]);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

// Runs before every npm script, on the Node of the system (18 or newer): plain JavaScript without packages. If
// node_modules differs from package-lock.json, installs the packages for running and building and, with --dev, the
// packages for checks, tests and benchmarks. Also finds Node 24. With --web, builds the web pages if their sources have
// changed. A release (tools/build.ts) has packages and pages already, and is neither installed nor built.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NEEDED = 24;
const BUNDLED = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Node 24 in the package for this system, to which npm links BUNDLED. */
const PACKAGED = join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');

const isRelease = existsSync(join(ROOT, 'release.json'));
const present = packagesIn(join(ROOT, 'node_modules', '.package-lock.json')) ?? {};
/**
 * npm removes packages that an install omits. Installed development packages are therefore kept, because tests may be
 * running.
 */
const withDev = process.argv.includes('--dev') || Object.values(present).some(({ dev }) => dev);

if (!isRelease && !isInstalled()) install();
const node = findNode();
if (!isRelease && process.argv.includes('--web')) {
  const { status } = spawnSync(node, [join(ROOT, 'tools', 'web', 'build-web.ts')], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** npm writes node_modules/.package-lock.json last. It must name every package, except those for other platforms. */
function isInstalled() {
  const installed = packagesIn(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!installed) return false;
  return wantedPackages().every(
    ([path, { version, optional }]) => optional || (installed[path] && installed[path].version === version),
  );
}

/**
 * Returns the packages of package-lock.json that belong to this installation, including packages for other platforms.
 */
function wantedPackages() {
  const packages = packagesIn(join(ROOT, 'package-lock.json'));
  if (!packages) fail('package-lock.json is missing: clone the project again');
  return Object.entries(packages).filter(([path, { dev }]) => path !== '' && (withDev || !dev));
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
  // Neither NODE_ENV nor an npm setting affects the list of installed packages. No package needs its install script.
  // `npm ci` rejects a lockfile without the optional packages of other platforms, which some registry mirrors lack.
  // `npm install --no-save` installs the locked versions too, checks their hashes and does not change the lockfile.
  const args = [
    'install',
    '--no-save',
    withDev ? '--include=dev' : '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  runNpm(process.execPath, args);
  // npm skips optional packages that need a newer Node than its own. The packages for Node 18 include Node 24.
  if (major(process.version) < NEEDED && !hasPackagesOfSystem() && existsSync(PACKAGED)) runNpm(PACKAGED, args);
  // A third of Node's package is headers for compiling add-ons.
  rmSync(join(dirname(dirname(PACKAGED)), 'include'), { recursive: true, force: true });
  removeSourceMaps(join(ROOT, 'node_modules'));
  if (!isInstalled()) fail('package-lock.json does not match package.json: run `npm install` and commit the lockfile');
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Removes the source maps of packages: they are a tenth of the unpacked files, and no program here reads them. */
function removeSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeSourceMaps(path);
    else if (/\.([cm]?[jt]s|css)\.map$/.test(entry.name)) rmSync(path);
  }
}

/** Runs npm with this Node. If npm's own path is unknown, npm starts with the first Node in PATH. */
function runNpm(node, args) {
  const npm = process.env.npm_execpath;
  const bundled = { PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, NODE_NO_WARNINGS: '1' };
  const env = { ...process.env, ...(node === PACKAGED && bundled) };
  const ran = npm?.endsWith('.js')
    ? spawnSync(node, [npm, ...args], { cwd: ROOT, env, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: ROOT, env, encoding: 'utf8', shell: process.platform === 'win32' });
  if (ran.status !== 0) {
    fail(`npm install failed:\n${ran.error ? ran.error.message : `${ran.stdout}${ran.stderr}`.trim()}`);
  }
}

/** Returns whether every package for this operating system, processor and C library is installed. */
function hasPackagesOfSystem() {
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const fits = (allowed, own) => !allowed || [allowed].flat().includes(own);
  return wantedPackages().every(
    ([path, { os, cpu, libc: needed }]) =>
      !(os && fits(os, process.platform) && fits(cpu, process.arch) && fits(needed, libc)) ||
      existsSync(join(ROOT, path)),
  );
}

/** Returns the Node that npm scripts use: the one in node_modules, otherwise the system's if it is new enough. */
function findNode() {
  // npm 9 (Debian) does not create the link, because the packages of other systems have the same one.
  if (process.platform !== 'win32' && !existsSync(BUNDLED) && existsSync(PACKAGED)) {
    symlinkSync(relative(dirname(BUNDLED), PACKAGED), BUNDLED);
  }
  if (existsSync(BUNDLED)) {
    const { status, stdout } = spawnSync(BUNDLED, ['--version'], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status === 0 && major(stdout) >= NEEDED) return BUNDLED;
    // npm puts it first in PATH: remove it if it cannot run on this system, for example with another C library.
    rmSync(BUNDLED, { force: true });
  }
  if (major(process.version) >= NEEDED) return process.execPath;
  return fail(
    `Nameplate needs Node ${NEEDED} or newer. npm installs it on Linux (x64, arm64, glibc) and Windows (x64); on ` +
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

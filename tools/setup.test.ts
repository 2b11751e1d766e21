import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

const SETUP = path.join(import.meta.dirname, 'setup.js');
const source = readFileSync(SETUP, 'utf8');

describe('tools/setup.js', () => {
  it('uses only ES2022 syntax and functions of Node 18, because it runs before Node 24 is installed', async () => {
    const [older, newest] = await Promise.all(
      (['es2022', 'esnext'] as const).map((target) => transformWithOxc(source, 'setup.js', { target })),
    );
    expect(older?.code).toBe(newest?.code);
    // Node 18 parses these functions but does not have them.
    expect(source).not.toMatch(
      /import\.meta\.(?!url)|\bwith \{|\.(toSorted|toReversed|toSpliced|groupBy|isSubsetOf)\(/,
    );
    const modules = [...source.matchAll(/^import .* from '(.*)';$/gm)].map(([, name]) => name);
    expect(modules).toEqual(['node:child_process', 'node:fs', 'node:path', 'node:url']);
  });
});

const platform = `${process.platform}-${process.arch}`;
const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-setup-'));
const packaged = path.join(folder, `node_modules/node-${platform}/bin/node`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A package for this machine that npm omits on an older Node, like those of the picture library. */
const NEWER = 'node_modules/for-newer-node';

/**
 * Replaces npm: installs the package with Node if `BRINGS_NODE` is set, and the other package only when the packaged
 * Node runs it, as npm does because of `engines`. It records its Node and its arguments.
 */
const NPM = `import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
appendFileSync('npm-arguments', process.argv.slice(2).join(' ') + '\\n');
appendFileSync('npm-runs', process.env.PATH.split(':')[0] + '\\n');
const bin = 'node_modules/node-${platform}/bin';
if (process.env.BRINGS_NODE && !existsSync(bin)) {
  for (const folder of [bin, bin + '/../include']) mkdirSync(folder, { recursive: true });
  symlinkSync(process.execPath, bin + '/node');
  mkdirSync('node_modules/.bin');
} else if (process.env.PATH.startsWith(process.cwd())) mkdirSync('${NEWER}');
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [at, { dev, optional }] of Object.entries(packages)) {
  if (optional || (dev && process.argv.includes('--omit=dev'))) delete packages[at];
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;

/** Runs the script. With `older.mjs`, the script assumes Node 18. */
function setUp({ args = [], node = [], env = {} }: { args?: string[]; node?: string[]; env?: Record<string, string> }) {
  return spawnSync(process.execPath, [...node, 'tools/setup.js', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, npm_execpath: path.join(folder, 'npm.js'), ...env },
  });
}

function writeProject(packages: Record<string, object>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['tools', 'node_modules']) mkdirSync(path.join(folder, name), { recursive: true });
  for (const [name, text] of [
    ['tools/setup.js', source],
    ['package.json', '{"type":"module"}'],
    ['package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } })],
    ['npm.js', NPM],
    ['older.mjs', `Object.defineProperty(process, 'version', { value: 'v18.20.4' });`],
  ] as const) {
    writeFileSync(path.join(folder, name), text);
  }
}

describe('tools/setup.js and development packages', () => {
  const server = { version: '1.0.0' };
  const linter = { version: '1.0.0', dev: true };

  /** Returns npm's option for development packages in each run. */
  const installs = () => [...readFileSync(path.join(folder, 'npm-arguments'), 'utf8').matchAll(/--\w+=dev/g)].flat();

  it('installs them with --dev only, keeps them afterwards, and removes source maps', () => {
    writeProject({ 'node_modules/server': server, 'node_modules/linter': linter });
    mkdirSync(path.join(folder, 'node_modules/@a/b'), { recursive: true });
    for (const name of ['c.js', 'c.js.map', 'c.d.mts.map', 'site.map']) {
      writeFileSync(path.join(folder, 'node_modules/@a/b', name), '');
    }
    for (const args of [[], [], ['--dev'], ['--dev'], []])
      expect(setUp({ args })).toMatchObject({ status: 0, stderr: '' });
    expect(installs()).toEqual(['--omit=dev', '--include=dev']);
    expect(readdirSync(path.join(folder, 'node_modules/@a/b')).sort()).toEqual(['c.js', 'site.map']);
    // A production package changes while development packages are installed.
    const lock = path.join(folder, 'package-lock.json');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace('1.0.0', '1.0.1'));
    expect(setUp({})).toMatchObject({ status: 0, stderr: '' });
    expect(installs()).toEqual(['--omit=dev', '--include=dev', '--include=dev']);
  });
});

describe('tools/setup.js on Node 18', { tags: ['long'] }, () => {
  const node = ['--import', './older.mjs'];

  beforeEach(() => {
    writeProject({
      [`node_modules/node-${platform}`]: { version: '24.0.0', optional: true },
      [NEWER]: { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
      'node_modules/linter': { version: '1.0.0', optional: true, dev: true, os: [process.platform] },
    });
  });

  it('installs a second time with the Node that the first run installed, links that Node and removes its headers', () => {
    const { status, stderr } = setUp({ node, env: { BRINGS_NODE: 'yes' } });
    expect([status, stderr]).toEqual([0, '']);
    const runs = readFileSync(path.join(folder, 'npm-runs'), 'utf8').trim().split('\n');
    expect(runs).toEqual([expect.not.stringContaining(folder), path.dirname(packaged)]);
    expect(existsSync(path.join(folder, NEWER))).toBe(true);
    expect(readdirSync(path.join(packaged, '../..'))).toEqual(['bin']);
    expect(readlinkSync(path.join(folder, 'node_modules/.bin/node'))).toBe(`../node-${platform}/bin/node`);
  });

  it('names the required Node version if no package provides it', () => {
    const { status, stderr } = setUp({ node });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Nameplate needs Node 24 or newer\..*found: v18\.20\.4/);
  });
});

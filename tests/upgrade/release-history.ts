import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The first release that can be upgraded from and rolled back to without an interruption. Releases before it do not read the
 * table schema_changes, so they do not start once a newer release has migrated the database.
 */
const FIRST_TESTED = '0.2.0';

/** A release: the commit that set its version in package.json. */
export interface Release {
  version: string;
  commit: string;
  /** The names of its migration files. */
  migrations: string[];
}

/** The code of the next release. */
export type Tree = Pick<Release, 'version' | 'migrations'>;

/** Returns the version and the migrations of a folder with the code. */
export function readTree(root: string): Tree {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, migrations: migrationsIn(readdirSync(join(root, 'db/migrations'))) };
}

/** Returns the releases in the history of a repository, newest first. Throws if the folder has no history. */
export function readReleases(root: string): Release[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const versionAt = (commit: string) => {
    try {
      return (JSON.parse(git('show', `${commit}:package.json`)) as { version?: string }).version;
    } catch {
      return undefined;
    }
  };
  let commits: string[];
  try {
    commits = git('log', '--format=%H %P', '--', 'package.json').split('\n').filter(Boolean);
  } catch (error) {
    throw new Error('The previous release is read from the history of the repository: run this in a git clone.', {
      cause: error,
    });
  }
  const releases: Release[] = [];
  for (const line of commits) {
    const [commit = '', ...parents] = line.split(' ');
    const version = versionAt(commit);
    // A merge has the version of one of its parents.
    if (version === undefined || parents.some((parent) => versionAt(parent) === version)) continue;
    const files = git('ls-tree', '--name-only', commit, 'db/migrations/').split('\n');
    releases.push({ version, commit, migrations: migrationsIn(files.map((file) => file.replace(/^.*\//, ''))) });
  }
  return releases;
}

/**
 * Returns the release before a tree: the newest one with another version. A tree with migrations that its own version lacks is the next release, so
 * that version is the previous one. Throws if no release can be tested.
 */
export function releaseBefore(tree: Tree, releases: Release[]): Release {
  const tested = releases.filter(({ version }) => compareVersions(version, FIRST_TESTED) >= 0);
  const own = tested.find(({ version }) => version === tree.version);
  const isNext = own && tree.migrations.some((name) => !own.migrations.includes(name));
  const before = isNext ? own : (tested.find(({ version }) => version !== tree.version) ?? own);
  if (!before) throw new Error(`The history has no release since ${FIRST_TESTED}.`);
  return before;
}

/** Returns the release with a version, or the commit with this name as a release. */
export function namedRelease(name: string, root: string, releases: Release[]): Release {
  const known = releases.find(({ version }) => version === name);
  if (known) return known;
  const commit = execFileSync('git', ['rev-parse', '--verify', `${name}^{commit}`], { cwd: root, encoding: 'utf8' });
  return { version: name, commit: commit.trim(), migrations: [] };
}

function migrationsIn(files: string[]): string[] {
  return files.filter((file) => /^\d{4}_\w+\.ts$/.test(file)).sort();
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  for (let at = 0; at < 3; at++) if (a[at] !== b[at]) return (a[at] ?? 0) - (b[at] ?? 0);
  return 0;
}

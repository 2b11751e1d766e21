import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { switchFailures } from '../drills/verdict.ts';
import { Chance } from '../faults/chance.ts';
import { APART, Installation, type Layout, TOGETHER } from './installation.ts';
import { changePages, EXPAND_AND_CONTRACT, plantRelease, RENAME_DIFFERENCES, UNSAFE } from './planted-releases.ts';
import { changedMigrations, checkOut, copyBuilt, exchangeAssets, type ReleaseFolder } from './release-folder.ts';
import type { Release } from './release-history.ts';
import { UpgradeSite } from './site.ts';
import { type SwitchResult, switchOver } from './switch-over.ts';

/** The parts of a run. */
export const PARTS = ['history', 'schema', 'unsafe'] as const;
export type Part = (typeof PARTS)[number];

export interface UpgradeRun {
  root: string;
  version: string;
  before: Release;
  parts: Part[];
  seed: number;
  /** Handles that the database of the part "history" has before the switch, besides those of the load. */
  handles: number;
  /** When aborted, the run ends after the current step and stops everything that it started. */
  signal: AbortSignal;
  tell(line: string): void;
}

export interface UpgradeReport {
  results: SwitchResult[];
  /** Releases that break the rule, and the failures that the test found. */
  unsafe: { name: string; caught: boolean; found: string }[];
  failures: string[];
  /** Logs and ledgers; removed if the run passed. */
  folder: string;
}

/** A release whose http role shares its assets with other releases; for older ones an operator copies them. */
const SHARES_ASSETS = 'server/platform/http/pages/shared-assets.ts';

/** Runs the selected parts and returns the failures. */
export async function runUpgrade(run: UpgradeRun): Promise<UpgradeReport> {
  const { root, version, before, parts, seed, handles, signal, tell } = run;
  const folder = await mkdtemp(join(tmpdir(), 'nameplate-upgrade-'));
  const report: UpgradeReport = { results: [], unsafe: [], failures: [], folder };
  const chance = new Chance(seed);
  const tree: ReleaseFolder = { name: `${version} (this tree)`, path: join(folder, 'tree') };
  try {
    // A copy keeps assets of other builds out of this tree, and edits during the run change nothing.
    copyBuilt(root, tree.path);
    if (parts.includes('history')) {
      const old = { name: before.version, path: join(folder, before.version) };
      tell(`taking ${before.version} from ${before.commit.slice(0, 12)}`);
      checkOut(root, before.commit, old.path);
      const changed = changedMigrations(old.path, root);
      report.failures.push(...changed.map((file) => `${before.version} contains another ${file}`));
      await switchAlong([old, tree], APART, join(folder, 'history'), handles);
    }
    if (parts.includes('schema')) {
      const planted = EXPAND_AND_CONTRACT.map((release, at) =>
        plantRelease(root, join(folder, `planted ${at + 1}`), release),
      );
      if (planted[0]) changePages(planted[0]);
      await switchAlong([tree, ...planted], TOGETHER, join(folder, 'schema'));
    }
    if (parts.includes('unsafe')) {
      const adds = plantRelease(root, join(folder, 'safe'), EXPAND_AND_CONTRACT[0] as (typeof UNSAFE)[number]);
      for (const [at, release] of UNSAFE.entries()) {
        const path = join(folder, `unsafe ${at + 1}`);
        await expectFailure(adds, plantRelease(root, path, release), join(folder, `unsafe site ${at + 1}`));
      }
    }
  } catch (error) {
    report.failures.push(`harness: ${(error as Error).stack}`);
  }
  if (report.failures.length === 0) await rm(folder, { recursive: true, force: true });
  return report;

  async function switchAlong(chain: ReleaseFolder[], layout: Layout, path: string, filled = 0): Promise<void> {
    const site = await UpgradeSite.open(path);
    try {
      if (filled > 0) tell(`filling the database of ${chain[0]?.name} with ${filled} handles`);
      let from = await serve(site, chain[0] as ReleaseFolder, layout, filled);
      for (const release of chain.slice(1)) {
        signal.throwIfAborted();
        const to = await Installation.prepare(site, release, layout);
        await shareAssets(from.release, to.release);
        tell(`${from.release.name} -> ${release.name}`);
        const result = await switchOver({
          site,
          chance: chance.fork(release.name),
          from,
          to,
          back: true,
          signal,
          tell,
        });
        const differences = await site.query(RENAME_DIFFERENCES).catch(() => []);
        if (differences.length > 0) result.processes.push(`${differences.length} rows differ in the renamed column`);
        record(result);
        from = to;
      }
    } finally {
      await site.close();
    }
  }

  async function expectFailure(safe: ReleaseFolder, unsafe: ReleaseFolder, path: string): Promise<void> {
    signal.throwIfAborted();
    const site = await UpgradeSite.open(path);
    try {
      const from = await serve(site, safe, TOGETHER);
      const to = await Installation.prepare(site, unsafe, TOGETHER);
      tell(`${unsafe.name}, which must fail`);
      const result = await switchOver({ site, chance: chance.fork(unsafe.name), from, to, back: false, signal, tell });
      const found = switchFailures(result).filter((text) => !text.startsWith('harness'));
      report.unsafe.push({ name: unsafe.name, caught: found.length > 0, found: found[0] ?? '' });
      if (found.length === 0) report.failures.push(`${unsafe.name} breaks the rule, and nothing failed`);
    } finally {
      await site.close();
    }
  }

  function record(result: SwitchResult): void {
    report.results.push(result);
    const failures = switchFailures(result);
    report.failures.push(...failures.map((text) => `${result.name}: ${text}`));
    for (const text of failures.slice(0, 10)) tell(`  FAILED ${text}`);
  }
}

/** Starts the first release of a site and creates the people who get mail. */
async function serve(site: UpgradeSite, release: ReleaseFolder, layout: Layout, handles = 0): Promise<Installation> {
  const first = await Installation.prepare(site, release, layout);
  await first.migrate();
  if (handles > 0) await site.fill(handles);
  for (const roles of layout) await first.start(roles);
  site.pages.use(first.ports.http);
  site.mail.use(first.ports.mail);
  await site.settle();
  return first;
}

async function shareAssets(one: ReleaseFolder, other: ReleaseFolder): Promise<void> {
  const isShared = [one, other].every(({ path }) => existsSync(join(path, SHARES_ASSETS)));
  if (!isShared && one.path !== other.path) exchangeAssets(one.path, other.path);
}

import path from 'node:path';
import { type JudgedSwitch, switchFailures } from '../drills/verdict.ts';
import { Chance } from '../faults/chance.ts';
import { claimHandles } from '../faults/load/web-client.ts';
import type { Release } from '../upgrade/release-history.ts';
import { backupFailures } from './backup.ts';
import { withoutClosingAnswers } from './closing-release.ts';
import { docker } from './engine.ts';
import { buildImage, imageFailures, takeSources } from './image.ts';
import { killFailures, restartFailures } from './kills.ts';
import { databaseRefusals, refusalFailures } from './refused-starts.ts';
import { ContainerSite } from './site.ts';
import { switchImages } from './switch-over.ts';
import { useFailures } from './use-site.ts';

export interface ContainerRun {
  root: string;
  folder: string;
  version: string;
  before: Release;
  seed: number;
  /** Leaves both images in the engine, and uses those of an earlier run. */
  keepImages: boolean;
  /** When aborted, the run ends after the current step and removes what it started. */
  signal: AbortSignal;
  tell(line: string): void;
}

export interface ContainerReport {
  switches: JudgedSwitch[];
  failures: string[];
}

/** Builds the images of the previous release and of this tree, and runs compose.yaml with them. */
export async function runContainers(run: ContainerRun): Promise<ContainerReport> {
  const { root, folder, version, before, seed, keepImages, signal, tell } = run;
  const old = { version: before.version, tag: `nameplate-test:${before.version}` };
  const tree = { version: `${version} (this tree)`, tag: 'nameplate-test:tree' };
  const report: ContainerReport = { switches: [], failures: [] };
  const check = async (name: string, act: () => Promise<string[]>) => {
    signal.throwIfAborted();
    const begun = performance.now();
    const failures = await act();
    tell(
      `${name}: ${failures.length === 0 ? 'passed' : 'FAILED'} (${Math.round((performance.now() - begun) / 1000)} s)`,
    );
    for (const text of failures.slice(0, 10)) tell(`  FAILED ${text.slice(0, 500)}`);
    report.failures.push(...failures.map((text) => `${name}: ${text}`));
  };
  const build = async (image: { tag: string }, sources: string) => {
    const isThere = keepImages && (await docker(['images', '--quiet', image.tag])) !== '';
    if (!isThere) await buildImage(sources, image.tag);
  };
  const chance = new Chance(seed);
  const site = new ContainerSite(folder, old.tag);
  try {
    tell(`building the image of ${before.version}`);
    const sources = path.join(folder, before.version);
    takeSources(root, before.commit, sources);
    await build(old, sources);
    tell('building the image of this tree');
    await build(tree, root);
    await check('the image', () => imageFailures(root, tree.tag));
    await check('refused starts', () => refusalFailures(tree.tag));

    tell(`starting compose.yaml with ${before.version}`);
    await site.start();
    await claimHandles(site);
    tell('upgrade, rollback and upgrade under load');
    const result = await switchImages({ site, chance, from: old, to: tree, signal, tell });
    report.switches.push(result);
    const { judged, allowed } = withoutClosingAnswers(result, old.version, tree.version);
    if (allowed > 0)
      tell(`  ${allowed} requests got 503 from ${old.version} while it was stopped, as releases before 0.10.0 do`);
    await check('upgrade and rollback', async () => switchFailures(judged));
    await check('use of the site', () => useFailures(site));
    await check('starts that the database refuses', () => databaseRefusals(site));
    await check('docker compose restart', () => restartFailures(site));
    await check('kill -9 of each container', () => killFailures(site, chance));
    await check('backup and restore', () => backupFailures(site));
  } catch (error) {
    report.failures.push(`harness: ${(error as Error).stack}`);
  } finally {
    await site.close();
    if (!keepImages) await docker(['rmi', '--force', old.tag, tree.tag]).catch(() => {});
  }
  return report;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printReport } from '../../bench/print-tables.ts';
import { requireEngine } from '../../tests/container/engine.ts';
import { runContainers } from '../../tests/container/run.ts';
import { releasesOf, switchRow, tell, untilInterrupted } from '../../tests/drills/run.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const HELP = `npm run test:container -- [--from RELEASE] [--seed N] [--keep-images]

Builds the images of the previous release and of this tree, and runs compose.yaml with them: upgrade, rollback and upgrade under a
load of page reads, writes and mail, use through Caddy, refused starts, restart, kill -9, backup and restore. Needs a Docker engine on this
machine with the plugin "docker compose", and the network 172.30.93.0/24. Exit code 1: a check failed, or the engine is missing.
  --from RELEASE  a version in the history, or a commit; the previous release by default
  --seed N        random numbers of the load; 1 by default
  --keep-images   leaves both images (nameplate-test) in the engine, and uses those of an earlier run
`;

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'keep-images': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
const seed = Number(values.seed);
if (values.help || !Number.isSafeInteger(seed)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}

const signal = untilInterrupted();
const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-container-'));
try {
  tell(requireEngine());
  const { version, before } = releasesOf(ROOT, values.from);
  const { switches, failures } = await runContainers({
    root: ROOT,
    folder,
    version,
    before,
    seed,
    keepImages: values['keep-images'],
    signal,
    tell,
  });
  const rows = switches.map(switchRow);
  printReport([
    { title: `Containers, seed ${seed}: there, back, and there again`, rows, notes: failures.slice(0, 50) },
  ]);
  process.exitCode = failures.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.exitCode === 0) rmSync(folder, { recursive: true, force: true });
else console.error(`The logs are in ${folder}`);

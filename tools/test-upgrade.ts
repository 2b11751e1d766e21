import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printReport } from '../bench/print-tables.ts';
import { releasesOf, switchRow, tell, untilInterrupted } from '../tests/drills/run.ts';
import { PARTS, type Part, runUpgrade } from '../tests/upgrade/run.ts';

const ROOT = path.join(import.meta.dirname, '..');
const HELP = `npm run test:upgrade -- [--from RELEASE] [--only PARTS] [--seed N] [--json PATH]

Runs two releases against one database, one DATA_DIR and one load of claims, page reads and mail, and switches from one to the
other, back, and to the other again. Exit code 1: a request failed, mail was lost, or an unsafe release passed.
  --from RELEASE  a version in the history, or a commit; the previous release by default
  --only PARTS    of: history (the previous release and this tree), schema (a column is added, renamed and dropped by planted
                  releases), unsafe (planted releases that must fail); all by default, separated by commas
  --handles N     handles in the database of the part history before the switch, with three deliveries each in the log; 0 by default
  --seed N        random numbers of the load; 1 by default
  --json PATH     file for the results; bench/results/upgrade.json by default
`;

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    only: { type: 'string', default: PARTS.join(',') },
    seed: { type: 'string', default: '1' },
    handles: { type: 'string', default: '0' },
    json: { type: 'string', default: 'bench/results/upgrade.json' },
    help: { type: 'boolean', short: 'h' },
  },
});
const wanted = values.only.split(',').map((name) => name.trim());
const parts = PARTS.filter((part) => wanted.includes(part));
const [seed, handles] = [Number(values.seed), Number(values.handles)];
if (
  values.help ||
  parts.length !== wanted.length ||
  !Number.isInteger(seed) ||
  !(Number.isInteger(handles) && handles >= 0)
) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}

const { version, before } = releasesOf(ROOT, values.from);
console.log(`from ${before.version} (${before.commit.slice(0, 12)}) to this tree (${version}), seed ${seed}`);
const started = new Date();
const report = await runUpgrade({
  root: ROOT,
  version,
  before,
  parts: parts satisfies Part[],
  seed,
  handles,
  signal: untilInterrupted(),
  tell,
});

printReport([
  { title: 'Switches: to the newer release, back, and to it again', rows: report.results.map(switchRow) },
  ...report.results.map(({ name, steps, migrations }) => ({
    title: `${name}: what clients saw, in milliseconds`,
    rows: steps.map((times) => ({ ...times })),
    notes: migrations.map((one) => `${one.name} took ${one.seconds.toFixed(2)} s`),
  })),
  {
    title: 'Unsafe releases, which must fail',
    rows: report.unsafe.map(({ name, caught, found }) => ({ name, failed: caught ? 'yes' : 'NO', found })),
    ...(!parts.includes('unsafe') && { notes: ['not tested: this run does not prove that the test detects failures'] }),
  },
]);
for (const failure of report.failures) console.log(`\nFAILED ${failure}`);

const file = path.resolve(values.json);
await mkdir(path.dirname(file), { recursive: true });
const machine = { node: process.version, cores: availableParallelism() };
const { failures, results, unsafe } = report;
const seconds = (Date.now() - started.getTime()) / 1000;
await writeFile(
  file,
  `${JSON.stringify({ from: before, seed, handles, at: started, seconds, machine, failures, results, unsafe }, null, 2)}\n`,
);
const verdict =
  failures.length === 0
    ? 'No request failed, no mail was lost.'
    : `FAILED (${failures.length}): logs and ledgers are in ${report.folder}.`;
console.log(`\n${verdict} ${Math.round(seconds)} s. Written to ${file}`);
process.exit(failures.length === 0 ? 0 : 1);

import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printReport } from '../bench/report.ts';
import { FAULTS } from '../tests/faults/faults.ts';
import { MUTANTS } from '../tests/faults/mutants.ts';
import { type Row, runFaults } from '../tests/faults/run.ts';

const HELP = `npm run faults -- [--seed N] [--minutes M] [--only NAME,NAME] [--json PATH]

Breaks a Nameplate of its own, with PostgreSQL, DNS and inboxes of its own, and counts what became of the mail.
  --seed N      the same number gives the same faults in the same order; chosen and printed when left out
  --minutes M   no round begins later than this after the start; 8 by default. All kinds once take about seventeen
  --only NAMES  these kinds alone, without the mutants
  --json PATH   where the figures go; bench/results/faults.json by default
`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '8' },
    only: { type: 'string' },
    json: { type: 'string', default: 'bench/results/faults.json' },
    help: { type: 'boolean', short: 'h' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const minutes = Number(values.minutes);
const names = values.only?.split(',').map((name) => name.trim());
const unknown = names?.filter((name) => !FAULTS.some((fault) => fault.name === name)) ?? [];
if (values.help || !Number.isInteger(seed) || !(minutes > 0) || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no fault ${unknown.join(', ')}.\n`);
  console.log(`${HELP}\nFaults:\n${FAULTS.map(({ name, does }) => `  ${name.padEnd(20)}${does}`).join('\n')}`);
  process.exit(values.help ? 0 : 1);
}

console.log(`seed ${seed}`);
const started = new Date();
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    if (interrupted.signal.aborted) return;
    console.log('Stopping after this round ...');
    interrupted.abort(new Error('Interrupted'));
  });
}
const report = await runFaults({
  seed,
  minutes,
  faults: names ? FAULTS.filter(({ name }) => names.includes(name)) : FAULTS,
  mutants: names ? [] : MUTANTS,
  signal: interrupted.signal,
  tell: (line) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`),
});

const played = report.rows.filter(({ rounds }) => rounds > 0);
printReport([
  {
    title: `Faults, seed ${seed} (recovery in seconds, the longest; copies are counted, one for each recipient)`,
    rows: played.map(shown),
    notes: report.rows
      .filter(({ rounds }) => rounds === 0)
      .map(({ fault, skipped }) => `${fault}: ${skipped ? `skipped: ${skipped}` : 'not reached in this time'}`),
  },
  {
    title: 'Mutants',
    rows: report.mutants.map(({ mutant, caught, words }) => ({ mutant, caught: caught ? 'yes' : `NO: ${words}` })),
  },
]);
for (const { fault, broken } of played) for (const words of broken) console.log(`\nBROKEN (${fault}) ${words}`);

const file = path.resolve(values.json);
await mkdir(path.dirname(file), { recursive: true });
const machine = { node: process.version, cores: availableParallelism() };
const { ok, rows, mutants } = report;
await writeFile(file, `${JSON.stringify({ seed, minutes, at: started, machine, ok, rows, mutants }, null, 2)}\n`);
console.log(
  `\n${ok ? 'Nothing lost, nothing broken.' : `BROKEN: logs and ledgers are in ${report.folder}.`} Again: --seed ${seed}. Written to ${file}`,
);
process.exit(ok ? 0 : 1);

function shown({ does: _does, broken, skipped: _skipped, recovery, ...row }: Row): Record<string, string | number> {
  return { ...row, recovery: recovery === null ? 'never' : recovery, broken: broken.length };
}

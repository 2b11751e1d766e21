import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { printReport } from '../bench/print-tables.ts';
import { FAULTS } from '../tests/faults/faults.ts';
import { MUTANTS } from '../tests/faults/judge/mutants.ts';
import type { Row } from '../tests/faults/judge/report.ts';
import { runFaults } from '../tests/faults/run.ts';

const HELP = `npm run faults -- [--seed N] [--minutes M] [--only DNS] [--skip DNS] [--no-mutants] [--json PATH]

Injects faults into a separate Nameplate with its own PostgreSQL, DNS and inboxes, and counts the outcome of each message.
Exit code 1: mail was lost or bounced unnecessarily, an invariant was violated, a mutant was not caught, or a selected
fault did not occur.
  --seed N      the same number gives the same faults in the same order; random and printed by default
  --minutes M   repeats the faults until M minutes after the first round began; by default each fault occurs once
  --only DNS  only these faults, separated by commas
  --skip DNS  all but these faults
  --no-mutants  skips the mutants: faster, but does not prove that the harness detects faults
  --json PATH   file for the results; bench/results/faults.json by default
`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    only: { type: 'string' },
    skip: { type: 'string' },
    'no-mutants': { type: 'boolean', default: false },
    json: { type: 'string', default: 'bench/results/faults.json' },
    help: { type: 'boolean', short: 'h' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const minutes = values.minutes === undefined ? null : Number(values.minutes);
const namesIn = (text: string | undefined) => text?.split(',').map((name) => name.trim());
const only = namesIn(values.only);
const skip = namesIn(values.skip) ?? [];
const unknown = [...(only ?? []), ...skip].filter((name) => !FAULTS.some((fault) => fault.name === name));
const isUnclear = !Number.isInteger(seed) || (minutes !== null && !(minutes > 0)) || unknown.length > 0;
if (values.help || isUnclear) {
  if (unknown.length > 0) console.error(`Unknown fault: ${unknown.join(', ')}.\n`);
  console.log(
    `${HELP}\nFaults:\n${FAULTS.map(({ name, description }) => `  ${name.padEnd(28)}${description}`).join('\n')}`,
  );
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
  faults: FAULTS.filter(({ name }) => (only?.includes(name) ?? true) && !skip.includes(name)),
  mutants: values['no-mutants'] ? [] : MUTANTS,
  signal: interrupted.signal,
  log: (line) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`),
});

const injected = report.rows.filter(({ rounds }) => rounds > 0);
printReport([
  {
    title: `Faults, seed ${seed} (recovery: the longest, in seconds; counts are copies, one for each recipient)`,
    rows: injected.map(shown),
    notes: skip.map((name) => `${name}: skipped with --skip`),
  },
  {
    title: 'Mutants',
    rows: report.mutants.map(({ mutant, caught, found }) => ({ mutant, caught: caught ? 'yes' : `NO: ${found}` })),
    ...(values['no-mutants'] && { notes: ['skipped: this run does not prove that the harness detects faults'] }),
  },
]);
for (const failure of report.failures) console.log(`\nFAILED ${failure}`);

const file = path.resolve(values.json);
await mkdir(path.dirname(file), { recursive: true });
const machine = { node: process.version, cores: availableParallelism() };
const { failures, rows, mutants } = report;
await writeFile(file, `${JSON.stringify({ seed, minutes, at: started, machine, failures, rows, mutants }, null, 2)}\n`);
console.log(
  `\n${failures.length === 0 ? `${injected.length} faults occurred: no mail was lost or bounced without need.` : `FAILED (${failures.length}): logs and ledgers are in ${report.folder}.`} Repeat with --seed ${seed}. Written to ${file}`,
);
process.exit(failures.length === 0 ? 0 : 1);

function shown({
  description: _description,
  broken,
  missing: _missing,
  recovery,
  ...row
}: Row): Record<string, string | number> {
  return { ...row, recovery: recovery === null ? 'never' : recovery, broken: broken.length };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MUTATED_FILES } from './files.ts';
import { judge, type Verdict } from './judge.ts';
import { withScores } from './page.ts';
import { testMutants } from './run.ts';
import { NAMED_SURVIVORS } from './survivors.ts';

const PAGE = join(import.meta.dirname, '../../docs/mutants.md');
const HELP = `npm run mutants -- [--write] [--concurrency N] [PATH ...]

Changes each listed file in one place at a time, and runs the tests that own its behaviour: a change that no test notices is a
survivor. Without a path, all files of tools/mutants/files.ts. Exit code 1: the score of a file is too low, a survivor has no
reason in tools/mutants/survivors.ts, or a reason has no survivor.
  --write          writes the scores into docs/mutants.md
  --concurrency N  processes that run tests; 1 by default
`;

// Checks whether the tests detect faults in the files that decide about identity, rights, money, mail and privacy.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
});
const unlisted = positionals.filter((path) => !MUTATED_FILES.some((file) => file.path === path));
const concurrency = Number(values.concurrency);
if (values.help || unlisted.length > 0 || !(concurrency > 0)) {
  for (const path of unlisted) console.error(`tools/mutants/files.ts does not list ${path}`);
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}

const verdicts = new Map<string, Verdict>();
for (const file of MUTATED_FILES) {
  if (positionals.length > 0 && !positionals.includes(file.path)) continue;
  console.log(`\n${file.path}: ${file.judges.join(', ')}`);
  const named = NAMED_SURVIVORS.filter((entry) => entry.file === file.path);
  const verdict = judge(await testMutants(file, concurrency), named);
  verdicts.set(file.path, verdict);
  for (const { line, mutator, original, replacement } of verdict.unnamed) {
    console.log(`  survived  ${file.path}:${line} ${mutator}\n    - ${original}\n    + ${replacement}`);
  }
  console.log(
    `  ${verdict.score.toFixed(1)} % of ${verdict.mutants} mutants, ${verdict.equivalent} equivalent, ${verdict.untested} not tested`,
  );
  for (const fault of verdict.faults) console.log(`  FAILED  ${fault}`);
  if (values.write) writeFileSync(PAGE, withScores(readFileSync(PAGE, 'utf8'), MUTATED_FILES, verdicts));
}
const failed = [...verdicts].filter(([, { faults }]) => faults.length > 0).map(([path]) => path);
console.log(failed.length === 0 ? '\nAll files passed.' : `\nFailed: ${failed.join(', ')}.`);
process.exit(failed.length === 0 ? 0 : 1);

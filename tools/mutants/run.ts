import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import type { MutatedFile } from './files.ts';
import type { TestedMutant } from './judge.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Fixtures of tests that use the database of the run. */
const NEEDS_DATABASE = /\buse(Server|Database)\b|createTestDatabase|postgresUrl/;

type StrykerOptions = ConstructorParameters<typeof Stryker>[0];

/** Mutates one file in a copy of the project, and runs the tests that judge it against each mutant. */
export async function testMutants({ path, judges }: MutatedFile, concurrency: number): Promise<TestedMutant[]> {
  const needsDatabase = judges.some((file) => NEEDS_DATABASE.test(readFileSync(join(ROOT, file), 'utf8')));
  // Read by vitest.config.ts in the processes that Stryker starts.
  process.env.MUTANT_JUDGES = JSON.stringify(judges);
  process.env.MUTANT_DATABASE = needsDatabase ? 'yes' : '';
  const options = {
    mutate: [path],
    testRunner: 'vitest',
    vitest: { configFile: 'tools/mutants/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'texts.ts')],
    ignorers: ['texts'],
    concurrency,
    reporters: ['progress-append-only'],
    logLevel: 'error',
    allowConsoleColors: false,
    tempDirName: 'node_modules/.cache/mutants',
    ignorePatterns: ['/bench/results', '/data', '/dist', '/docs', '/release', '/screenshots', '/test-results'],
    // Stryker would read them with an interface that TypeScript 7 no longer has.
    tsconfigFile: 'none',
    disableTypeChecks: false,
  };
  const results = await new Stryker(options as unknown as StrykerOptions).runMutationTest();
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
  return results
    .filter(({ status }) => status !== 'Ignored')
    .map(({ location: { start, end }, mutatorName, replacement = '', status }) => ({
      line: start.line,
      text: lines[start.line - 1] ?? '',
      mutator: mutatorName,
      original: between(lines, start, end),
      replacement,
      killed: status !== 'Survived' && status !== 'NoCoverage',
    }));
}

type Position = { line: number; column: number };

/** Returns the text between two positions, whose lines and columns begin with 1. */
function between(lines: string[], start: Position, end: Position): string {
  const taken = lines.slice(start.line - 1, end.line);
  taken.push((taken.pop() ?? '').slice(0, end.column - 1));
  return [taken[0]?.slice(start.column - 1), ...taken.slice(1)].join('\n');
}

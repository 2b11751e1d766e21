import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

const judges = JSON.parse(process.env.MUTANT_JUDGES ?? '[]') as string[];
const { projects: _projects, ...options } = shared.test ?? {};

/**
 * Runs the tests that judge the mutants of one file. Named here, because with Stryker's option `testFiles` mutants of
 * top-level code are activated too late (stryker-js issue 6144).
 */
export default defineConfig({
  test: {
    ...options,
    include: judges,
    isolate: true,
    globalSetup: process.env.MUTANT_DATABASE
      ? ['tests/support/run/run-folder.ts', 'tests/support/run/postgres.ts']
      : [],
  },
});

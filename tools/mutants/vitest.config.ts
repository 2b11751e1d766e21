import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

const judges = JSON.parse(process.env.MUTANT_JUDGES ?? '[]') as string[];
const { projects: _projects, ...options } = shared.test ?? {};

/**
 * The tests that judge the mutants of one file. They are named here, because Stryker activates a mutant of top-level code too
 * late if its option `testFiles` names them (stryker-js issue 6144).
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

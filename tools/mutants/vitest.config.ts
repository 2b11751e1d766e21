import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

const judges = JSON.parse(process.env.MUTANT_JUDGES ?? '[]') as string[];

/**
 * Runs the tests that judge the mutants of one file. Named here, because with Stryker's option `testFiles` mutants of
 * top-level code are activated too late (stryker-js issue 6144).
 */
export default defineConfig({
  test: {
    ...shared.test,
    include: judges,
    isolate: true,
    globalSetup: (process.env.MUTANT_DATABASE && shared.test?.globalSetup) || [],
  },
});

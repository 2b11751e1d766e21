import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

const judges = JSON.parse(process.env.MUTANT_JUDGES ?? '[]') as string[];

/**
 * The tests that judge the mutants of one file. They are named here, because Stryker activates a mutant of top-level code too
 * late if its option `testFiles` names them (stryker-js issue 6144).
 */
export default defineConfig({
  test: {
    ...shared.test,
    include: judges,
    isolate: true,
    globalSetup: (process.env.MUTANT_DATABASE && shared.test?.globalSetup) || [],
  },
});

import { defineConfig } from 'vitest/config';

/** A run with one test that starts an app and does not end; `tests/process/interrupted-run.test.ts` interrupts it. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['endless.ts'],
    globalSetup: ['../../support/run/run-folder.ts', '../../support/run/postgres.ts'],
    testTimeout: 600_000,
  },
});

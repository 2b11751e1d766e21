import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/run/longest-first.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'dist/**', 'data/**'],
    // The public page's style is part of what its tests read.
    css: true,
    globalSetup: ['tests/support/run/run-folder.ts', 'tests/support/run/postgres.ts'],
    // A worker keeps its modules from file to file: loading the server and the pages costs more than most files.
    isolate: false,
    // Tests mostly wait, for databases, processes and timers, so there are more workers than cores.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // A test waits for events, so these limits end a test that hangs and say nothing about speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

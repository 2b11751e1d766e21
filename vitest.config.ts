import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/run/longest-first.ts';
import { LONG } from './tools/test/results.ts';

/** The tests of screens that need a document and neither a browser nor a server. */
const DOM = 'tests/dom/**/*.test.tsx';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['**/*.test.ts'],
          exclude: ['node_modules/**', 'dist/**', 'data/**', 'web/**'],
          globalSetup: ['tests/support/run/run-folder.ts', 'tests/support/run/postgres.ts'],
          // Node loads this code as it does in production, which needs less processor time than Vite's transformation.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Tests of pages and screens, some of which read style sheets.
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], css: true } },
      // Screens in a document without layout, with a replaced `fetch`: what they show in each state (tests/support/dom/).
      { extends: true, test: { name: 'dom', include: [DOM], environment: 'happy-dom' } },
    ],
    // Workers keep loaded modules between files, because loading the server and the pages takes longer than most tests.
    isolate: false,
    // Tests mostly wait, for databases, processes and timers, so there are more workers than cores.
    maxWorkers: 4,
    tags: [{ name: LONG, description: 'runs in `npm run test:long`, not in `npm test`' }],
    sequence: { sequencer: LongestFirst },
    // A test waits for events, so these limits only end a test that hangs; they do not check its speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

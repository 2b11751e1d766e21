import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'dist/**', 'data/**'],
    // The public page's style is part of what its tests read.
    css: true,
    globalSetup: ['tests/support/postgres.ts'],
    sequence: { sequencer: LongestFirst },
    // Each test file starts servers and databases of its own; a slow machine runs them two at a time.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

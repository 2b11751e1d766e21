import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './tools/chromium.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Each worker runs a whole app of its own, database included. They wait more than they compute: three on two cores.
  workers: 3,
  forbidOnly: true,
  use: {
    browserName: 'chromium',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
    screenshot: 'only-on-failure',
    // A trace of each journey takes a quarter of the time: `--trace retain-on-failure` where one is looked for.
    trace: 'off',
  },
});

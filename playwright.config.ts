import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './tools/chromium.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Playwright would compile the renderer of the build again, in each worker that draws a page.
  build: { external: ['**/dist/**'] },
  timeout: 120_000,
  expect: { timeout: 30_000 },
  globalSetup: './tests/support/run/run-folder.ts',
  // Each worker runs its own app and database. Workers mostly wait, so there are three on two cores.
  workers: 3,
  forbidOnly: true,
  // The double-click tests change prices and settings that other tests rely on, so they have a worker of their own. They come
  // first, because they take longest.
  projects: [
    { name: 'double-click', testMatch: '**/double-click.spec.ts', workers: 1 },
    { name: 'browser', testIgnore: '**/double-click.spec.ts' },
  ],
  use: {
    browserName: 'chromium',
    // At the limit of processes, Chromium starts none in advance for the next site, which no test opens.
    launchOptions: {
      args: [...CHROMIUM_FLAGS, '--renderer-process-limit=1'],
      ...(executablePath ? { executablePath } : {}),
    },
    // An element that never appears fails its test after this time, not after that of the whole test.
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Tracing every test would take a third longer; pass `--trace retain-on-failure` to get a trace of a failure.
    trace: 'off',
    // Animations cost most of a page's processor time here; the tests about motion ask for it themselves.
    contextOptions: { reducedMotion: 'reduce' },
  },
});

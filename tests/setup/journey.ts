import { test as base } from '@playwright/test';
import { type App, startApp } from './app.ts';

/** Playwright's `test` with `app`, the real server in local mode that this worker's journeys share; `page` is based on it. */
export const test = base.extend<object, { app: App }>({
  app: [
    // Playwright reads the fixtures a fixture needs from its first parameter's pattern.
    // biome-ignore lint/correctness/noEmptyPattern: this one needs none
    async ({}, use) => {
      const app = await startApp({ env: { RATE_LIMITS: 'off' } });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ app }, use) => use(app.url),
});

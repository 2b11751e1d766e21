import { test as base, expect, type Page } from '@playwright/test';
import { omitSocialImages } from '../pages/omit-social-images.ts';
import { type App, startApp } from '../server/app-process.ts';

interface Fixtures {
  /** Allows errors that the test causes on purpose, by a pattern of the console text and its location. */
  allowErrors: (...expected: RegExp[]) => void;
}

/**
 * Playwright's `test` with `app`, the real server in local mode, which all tests of a worker share. `baseURL` is its
 * address. An error in the console or on a page fails the test, unless the test allows it with
 * `allowErrors`.
 */
export const test = base.extend<Fixtures, { app: App }>({
  app: [
    // Playwright reads the required fixtures from the destructuring pattern of the first parameter.
    // biome-ignore lint/correctness/noEmptyPattern: this one needs none
    async ({}, use) => {
      const app = await startApp({ env: { RATE_LIMITS: 'off', HANDLES_PER_ACCOUNT: '1000', LOG_LEVEL: 'warn' } });
      await omitSocialImages(app);
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ app }, use) => use(app.url),
  context: async ({ context }, use) => {
    // Drawing the blur behind the header and dialogs takes most of the time that Chromium spends on graphics here.
    await context.addInitScript(() => {
      const style = new CSSStyleSheet();
      style.replaceSync('*, ::before, ::after { backdrop-filter: none !important }');
      document.adoptedStyleSheets = [style];
    });
    await use(context);
  },
  allowErrors: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const written: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') written.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => written.push(String(error.error())));
      await use((...expected) => void allowed.push(...expected));
      const stray = written.filter((text) => !allowed.some((expected) => expected.test(text)));
      expect(stray, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Returns the error that the console shows for a document with status 404, for `allowErrors`. */
export function missing({ url }: App, path: string): RegExp {
  return new RegExp(`status of 404 .*\\(${url}${path}\\)$`);
}

/** Mocks the response of every request to a path, until `page.unroute` of the same path. */
export async function mockResponse(
  page: Page,
  path: string,
  response: { status?: number; body?: string; json?: unknown; contentType?: string } | 'nothing' | 'never',
): Promise<void> {
  await page.route(path, async (route) => {
    if (response === 'never') return;
    if (response === 'nothing') return route.abort();
    return route.fulfill(response);
  });
}

/** Expects a toast with a title and a description. */
export async function expectToast(page: Page, title: string, description: string | RegExp): Promise<void> {
  const toast = page.locator('ol > li[data-state=open]');
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(description);
}

import { expect, type Page } from '@playwright/test';
import type { App } from '../server/app-process.ts';

/** Signs in as the first of ADMIN_EMAILS. */
export async function signInAsAdmin(app: App, page: Page): Promise<void> {
  const response = await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  expect(response.status()).toBe(200);
}

/** Expects a toast with a title and a description. */
export async function expectToast(page: Page, title: string, description: string | RegExp): Promise<void> {
  // Below an open dialog it has no role.
  const toast = page.locator('ol > li[data-state=open]');
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(description);
}

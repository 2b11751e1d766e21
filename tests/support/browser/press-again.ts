import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses Enter in a button or field until it sends a request. An action whose request has just failed is locked for an instant
 * (web/api/use-action.ts), and a click soon after counts as the second half of a double click.
 */
export async function pressAgain(page: Page, target: Locator, path: string): Promise<void> {
  await expect(async () => {
    await Promise.all([page.waitForRequest(path, { timeout: 1000 }), target.press('Enter')]);
  }).toPass();
}

import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses a button by keyboard until it sends a request. An action whose request has just failed is locked for an instant
 * (web/api/use-action.ts), and a click soon after counts as the second half of a double click.
 */
export async function pressAgain(page: Page, button: Locator, path: string): Promise<void> {
  await expect(async () => {
    await Promise.all([page.waitForRequest(path, { timeout: 1000 }), button.press('Enter')]);
  }).toPass();
}

import { expect } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';

test('a screen that fails to load is reported with a button to reload', { tag: '@long' }, async ({
  allowErrors,
  page,
}) => {
  allowErrors(/ERR_FAILED .*privacy-page/, /Failed to fetch dynamically imported module/);
  await page.route('**/assets/privacy-page*', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute('**/assets/privacy-page*');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
});

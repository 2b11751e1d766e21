import { expect, type Page } from '@playwright/test';
import { FALLBACK_PRICES } from '../../contract/payments/plans.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';

/** Reports whether React has hydrated the document. */
const appRuns = (page: Page) =>
  page.evaluate(() => Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')));

test('the landing page loads the app only on first use, and then everything works', async ({ page }) => {
  // If another test changed the prices, the page would load the app immediately.
  await mockResponse(page, '**/api/packages', { json: FALLBACK_PRICES });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const prices = page.waitForResponse('**/api/packages');
  await page.goto('/');
  await prices;
  await page.waitForLoadState('networkidle');
  expect(await appRuns(page)).toBe(false);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => appRuns(page)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'GET YOUR EPIC HANDLE' }).click();
  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByRole('heading', { name: 'Claim your handle' })).toBeVisible();
  expect(requested.filter((path) => path === '/api/packages')).toHaveLength(1);
  expect(requested.filter((path) => path === '/create')).toHaveLength(0);
});

test('a press of Connect before the app is loaded opens the dialog afterwards', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Toggle theme' }).click();
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/dark/);
});

test('prices that differ from those in the document are shown without interaction', async ({ page }) => {
  const packages = FALLBACK_PRICES.map((price) => ({
    ...price,
    ...(price.name === 'Plus' && { price_yearly_usd_now: 3.21 }),
  }));
  await mockResponse(page, '**/api/packages', { json: packages });
  await page.goto('/');
  await expect(page.getByText('$3.21', { exact: true })).toBeVisible();
});

test('a handle typed before the app is loaded is kept and checked afterwards', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/entry-client-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.getByLabel('Your handle');
  await field.pressSequentially('Typed-Before-The-App!');
  release();
  await expect(page.getByText('Perfect! This handle is available')).toBeVisible();
  await expect(field).toHaveValue('typed-before-the-app');
});

test('without script the claim page does not claim to check the handle', async ({ app, browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const page = await context.newPage();
  await page.goto('/create?handle=no-script-here');
  await expect(page.getByText('Turn on JavaScript to check and claim this handle.')).toBeVisible();
  await expect(page.getByText('Checking availability...')).toBeHidden();
  await context.close();
});

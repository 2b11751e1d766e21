import { expect, type Page } from '@playwright/test';
import { THEME_IDS, THEMES } from '../../contract/themes.ts';
import { claimInBrowser } from '../support/browser/claim.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';

/** The background of the page in the preview, which stands behind a shadow root. */
const previewed = (page: Page) =>
  page
    .getByRole('img', { name: /^Preview of / })
    .locator('.np')
    .evaluate((np) => getComputedStyle(np).backgroundImage);

const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

test('a theme is chosen, looked at and saved; the public page wears it', async ({ app, page }) => {
  await claimInBrowser(app, page, 'dressed-by-choice', 'dressed@account.example');
  await page.goto('/app/manage-appearance');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Appearance' })).toBeVisible();
  await expect(page.getByText('Customizing appearance for')).toBeVisible();
  const live = page.getByRole('link', { name: /\/dressed-by-choice/ });
  await expect(live).toHaveAttribute('href', '/dressed-by-choice');
  await expect(page.getByRole('radio')).toHaveCount(10);
  for (const id of THEME_IDS) {
    await expect(page.getByText(THEMES[id].name, { exact: true })).toBeVisible();
    await expect(page.getByText(THEMES[id].description, { exact: true })).toBeVisible();
  }
  await expect(choice(page, 'Neon Nights')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Save Neon Nights Theme' })).toBeVisible();
  const neon = await previewed(page);

  await choice(page, 'Royal Gold').click();
  await expect(page.getByRole('img', { name: /in Royal Gold$/ })).toBeInViewport();
  expect(await previewed(page)).not.toBe(neon);
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Royal Gold Theme' }).click();
  await expect(page.getByText('Profile appearance updated successfully', { exact: true })).toBeVisible();
  await expect(page.getByText('Success!', { exact: true })).toBeVisible();
  await expect(page.getByText('Not saved yet.')).toBeHidden();

  await page.reload();
  await expect(choice(page, 'Royal Gold')).toBeChecked();
  const royal = await previewed(page);
  await page.goto('/dressed-by-choice');
  expect(await page.locator('.np').evaluate((np) => getComputedStyle(np).backgroundImage)).toBe(royal);
});

test('on a phone and by arrow keys: the preview comes into view, the focus stays on the card', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await claimInBrowser(app, page, 'dressed-by-keys', 'keys@account.example');
  await page.goto('/app/manage-appearance');
  await choice(page, 'Neon Nights').focus();
  await page.keyboard.press('ArrowRight');
  await expect(choice(page, 'Minimal Clean')).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(choice(page, 'Holographic')).toBeChecked();
  await expect(choice(page, 'Holographic')).toBeFocused();
  const preview = page.getByRole('img', { name: /in Holographic$/ });
  await expect(preview).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Save Holographic Theme' })).toBeInViewport({ ratio: 1 });
  // Nothing in the preview can be reached.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save Holographic Theme' })).toBeFocused();
});

test('saving takes its time and fails: it is said, and can be tried again', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 500 .*appearance/);
  await claimInBrowser(app, page, 'dressed-in-vain', 'vain@account.example');
  await page.goto('/app/manage-appearance');
  await choice(page, 'Candy Pop').click();
  const save = page.getByRole('button', { name: 'Save Candy Pop Theme' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/appearance', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { code: 'unexpected', message: 'Something went wrong.' } });
  });
  await save.click();
  await expect(page.getByRole('button', { name: 'Saving Template...' })).toBeVisible();
  release();
  await expect(page.getByText('Failed to update profile appearance', { exact: true })).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await page.unroute('**/appearance');
  await save.click();
  await expect(page.getByText('Profile appearance updated successfully', { exact: true })).toBeVisible();
});

test('without a handle there is one thing to do; without an answer it is said', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 500 .*api\/handles/);
  await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  await page.goto('/app/manage-appearance');
  await expect(page.getByText('No handle found. Create your epic handle first!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create Handle' })).toHaveAttribute('href', '/create');
  await mockResponse(page, '**/api/handles*', { status: 500, body: 'not even JSON' });
  await page.reload();
  await expect(
    page.getByText('Handle loading mission failed! The servers are being dramatic. Try again!'),
  ).toBeVisible();
  await page.unroute('**/api/handles*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No handle found. Create your epic handle first!')).toBeVisible();
});

import { expect, type Page } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';

const MISSING = 'This could not be loaded';
const provoked = [
  /Failed to load resource/,
  /ERR_INTERNET_DISCONNECTED/,
  /Failed to fetch dynamically imported module/,
];

const heroOf = (page: Page) => page.getByRole('heading', { level: 1, name: /DIGITAL UNIVERSE/ });

test('a sign-in dialog that fails to load offline is reported in a dialog, and opens when the connection is back', {
  tag: '@long',
}, async ({ allowErrors, context, page }) => {
  allowErrors(...provoked);
  await page.goto('/');
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect' });
  await expect(page.getByText('Enter your desired handle')).toBeVisible();
  // The landing page loads the app on first use.
  await page.getByLabel('Your handle').fill('any-handle-at-all');
  await expect(page.getByText('Perfect! This handle is available')).toBeVisible();
  await context.setOffline(true);
  await connect.click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: MISSING })).toBeVisible();
  await expect(heroOf(page)).toBeVisible();

  // Closing restores the focus, and the next press tries again.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(connect).toBeFocused();
  await connect.press('Enter');
  await expect(page.getByRole('heading', { name: MISSING })).toBeVisible();

  // The dialog opens automatically once the connection is back.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(connect).toBeFocused();
});

const LONG = { tag: '@long' };
test(
  'a claim dialog whose code was removed by an update keeps the typed handle, even over a reload',
  LONG,
  async ({ allowErrors, page }) => {
    allowErrors(...provoked);
    await mockResponse(page, '**/assets/free-claim-dialog*', { status: 404 });
    await page.goto('/create?handle=typed-somewhere-else');
    const field = page.getByRole('textbox', { name: 'Your handle' });
    await field.fill('kept-over-a-reload');
    await page.getByRole('button', { name: 'Grab It!', disabled: false }).click();
    await expect(page.getByRole('heading', { name: MISSING })).toBeVisible();
    await expect(field).toHaveValue('kept-over-a-reload');
    await page.getByRole('button', { name: 'Try Again' }).click();
    const reload = page.getByRole('button', { name: 'Reload the page' });
    await expect(reload).toBeVisible();
    await page.unroute('**/assets/free-claim-dialog*');
    await reload.click();
    await expect(field).toHaveValue('kept-over-a-reload');
    await page.getByRole('button', { name: 'Grab It!', disabled: false }).click();
    await expect(page.getByRole('heading', { name: 'Claim your handle' })).toBeVisible();
  },
);

test('one failed download is retried silently, and a screen that fails keeps the header and can be retried', async ({
  allowErrors,
  page,
}) => {
  allowErrors(...provoked);
  await page.goto('/');
  await page.route('**/assets/sign-in-dialog*', (route) => route.abort(), { times: 1 });
  await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.keyboard.press('Escape');

  await mockResponse(page, '**/assets/terms-page*', 'nothing');
  await page.getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connect' })).toBeVisible();
  await page.unroute('**/assets/terms-page*');
  const terms = page.getByRole('heading', { level: 1, name: 'Terms of Service' });
  await expect(async () => {
    // The button is gone once the screen is loaded, so a press must not wait for it.
    if (!(await terms.isVisible())) await page.getByRole('button', { name: 'Try Again' }).click({ timeout: 5000 });
    await expect(terms).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test(
  'the dashboard stays usable if the code of a menu and of toasts fails to load',
  LONG,
  async ({ allowErrors, app, page }) => {
    allowErrors(...provoked);
    await signedInWith(app, page, 'menu-without-its-code');
    await page.goto('/app/manage');
    const menu = page.getByRole('button', { name: 'Menu of menu-without-its-code' });
    await expect(menu).toBeVisible();
    await page.route(/assets\/(handle-menu|toaster)/, (route) => route.abort());
    await menu.click();
    await expect(page.getByRole('status').getByText('The menu could not be loaded')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Handle Command Center' })).toBeVisible();
    await page.unroute(/assets\/(handle-menu|toaster)/);
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'View Live Profile' })).toBeVisible();
  },
);

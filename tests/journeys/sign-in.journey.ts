import { expect } from '@playwright/test';
import { test } from '../setup/journey.ts';
import { linkIn, nextMailTo } from '../setup/outbox.ts';

test('sign in by a mailed link and out again', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 410 .*\/link\//);
  await page.request.post('/api/send-magic-link', {
    data: { email: 'signer@account.example', handle: 'signing-in-and-out' },
  });
  const claim = linkIn(await nextMailTo(app, 'signer@account.example'));
  await page.goto(claim);
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(`${app.url}/app/manage`);

  // Signed in, the landing page leads on.
  await page.goto('/');
  await expect(page).toHaveURL(`${app.url}/app/manage`);

  await page.getByRole('button', { name: /account/i }).click();
  await expect(page.getByText('signer@account.example')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('Logged out successfully.').first()).toBeVisible();
  await expect(page).toHaveURL(`${app.url}/`);
  expect((await page.request.get('/api/user')).status()).toBe(401);

  await page.getByRole('button', { name: 'Connect' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Signer@account.example');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Magic Link Sent!')).toBeVisible();
  await expect(dialog.getByText('Check your email for the connection link')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  await page.goto(linkIn(await nextMailTo(app, 'signer@account.example', 2)));
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${app.url}/app/manage`);

  // The same link again says that it was used, and offers a new one.
  await page.goto(claim);
  await expect(page.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
});

test('the login dialog says what is wrong and starts afresh', async ({ allowErrors, page }) => {
  allowErrors(/ERR_FAILED .*send-login-magic-link/);
  await page.goto('/');
  const open = page.getByRole('button', { name: 'Connect' }).first();
  await open.click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox');
  await field.fill('nonsense');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await expect(field).toHaveValue('');

  await page.route('**/api/send-login-magic-link', (route) => route.abort());
  await field.fill('somebody@account.example');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Oops! Something went wrong')).toBeVisible();
  await expect(dialog.getByText('Failed to send magic link. Please try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(field).toHaveValue('somebody@account.example');
});

test('the development sign-in works in local mode', async ({ app, page }) => {
  await page.goto('/create');
  await page.getByRole('button', { name: /dev login/i }).click();
  await expect(page.getByRole('button', { name: /account/i })).toBeVisible();
  expect(await (await page.request.get(`${app.url}/api/user`)).json()).toMatchObject({ isAdmin: true });
});

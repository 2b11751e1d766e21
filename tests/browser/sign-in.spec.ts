import { expect } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';
import { linkIn, nextMailTo } from '../support/mail/outbox.ts';

test('a user can sign in with an emailed link and sign out again', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 410 .*\/link\//);
  await page.request.post('/api/send-magic-link', {
    data: { email: 'signer@account.example', handle: 'signing-in-and-out' },
  });
  const claim = linkIn(await nextMailTo(app, 'signer@account.example'));
  await page.goto(claim);
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(`${app.url}/app/manage`);

  // The landing page redirects a signed-in user.
  await page.goto('/');
  await expect(page).toHaveURL(`${app.url}/app/manage`);

  await page.getByRole('button', { name: /account menu/i }).click();
  await expect(page.getByText('signer@account.example', { exact: true })).toBeVisible();
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

  // A used link cannot be used again.
  await page.goto(claim);
  await expect(page.getByRole('heading', { name: 'This link was already used' })).toBeVisible();
});

test('a closing dialog does not change its content', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('closing@account.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Magic Link Sent!' })).toBeVisible();
  // Records every title that the dialog shows while it closes.
  const titles = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen = new Set<string>();
        const record = () => {
          const title = document.querySelector('[role=dialog] h2')?.textContent;
          if (!title) return resolve([...seen]);
          seen.add(title);
          requestAnimationFrame(record);
        };
        record();
      }),
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  expect(await titles).toEqual(['Magic Link Sent!']);
});

test('the stored flag openLoginModal is removed if the user is already signed in', { tag: '@long' }, async ({
  app,
  page,
}) => {
  await page.goto('/tos');
  await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  await page.evaluate(() => localStorage.setItem('openLoginModal', 'true'));
  // The server redirects from the landing page without any script.
  await page.goto('/');
  await expect(page).toHaveURL(`${app.url}/app/manage`);
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/app/adm');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('openLoginModal'))).toBeNull();
});

test('the development sign-in works in local mode', async ({ app, page }) => {
  await page.goto('/create');
  await page.getByRole('button', { name: /dev login/i }).click();
  await expect(page.getByRole('button', { name: /account menu/i })).toBeVisible();
  expect(await (await page.request.get(`${app.url}/api/user`)).json()).toMatchObject({ isAdmin: true });
});

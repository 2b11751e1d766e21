import { expect } from '@playwright/test';
import { claimInBrowser } from '../support/browser/claim.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';

test('every word of the screen, before and after the profile is there', async ({ app, page }) => {
  await claimInBrowser(app, page, 'settled-by-words', 'settled@account.example');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/profile', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/app/profile-settings');
  await expect(page.getByText('Loading your profile settings...')).toBeVisible();
  release();
  await expect(page.getByText('Loading your profile settings...')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/app/manage');
  for (const words of [
    'Manage your avatar and personal profile settings',
    'Default Avatar',
    'Generated from your email',
    'Supported formats: PNG, JPG, GIF (max 10MB)',
    'This banner appears on your handle page.',
    'Theme Banner',
    'Default Theme Banner',
    'Upload a custom banner to override',
    'Recommended size: 1200x400px. Supported formats: PNG, JPG, GIF (max 10MB)',
    'Email Settings',
    'Show my settled-by-words@localhost email on my profile page',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Avatar' }).getByText('S', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload New Avatar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload Banner' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});

test('the address is shown unless it was switched off', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 500 .*email-visibility/);
  await claimInBrowser(app, page, 'shown-or-hidden', 'shown@account.example');
  await page.goto('/app/profile-settings');
  const box = page.getByRole('checkbox', { name: 'Show my shown-or-hidden@localhost email on my profile page' });
  const badge = page.getByText('shown-or-hidden@localhost', { exact: true });
  await expect(box).toBeChecked();
  await expect(badge).toBeVisible();

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/email-visibility', async (route) => {
    await held;
    await route.fallback();
  });
  await box.click();
  await expect(page.getByText('Saving your settings...')).toBeVisible();
  release();
  await expect(page.getByText('Email Settings Updated', { exact: true })).toBeVisible();
  await expect(page.getByText('Your email visibility settings have been saved.', { exact: true })).toBeVisible();
  await expect(page.getByText('Saving your settings...')).toBeHidden();
  await expect(box).not.toBeChecked();
  await expect(badge).toBeHidden();
  await page.unroute('**/email-visibility');
  await page.reload();
  await expect(box).not.toBeChecked();
  expect(await (await page.request.get('/shown-or-hidden')).text()).not.toContain('shown-or-hidden@localhost');

  await mockResponse(page, '**/email-visibility', { status: 500, body: '' });
  await box.click();
  await expect(page.getByText('Update Failed', { exact: true })).toBeVisible();
  await expect(page.getByText('Failed to update email settings. Please try again.', { exact: true })).toBeVisible();
  await expect(page.getByText('Saving your settings...')).toBeHidden();
  await expect(box).not.toBeChecked();
  await page.unroute('**/email-visibility');
  await box.click();
  await expect(page.getByText('Email Settings Updated', { exact: true })).toBeVisible();
  await expect(badge).toBeVisible();
});

test('a profile without the setting counts as on; signed in without a handle nothing breaks', async ({ app, page }) => {
  await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  await page.goto('/app/profile-settings');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByText('Default Theme Banner')).toBeVisible();
});

test('what can not be loaded is said, and trying again recovers', async ({ allowErrors, app, page }) => {
  allowErrors(/ERR_FAILED .*api\/profile/);
  await claimInBrowser(app, page, 'settled-later', 'later@account.example');
  await mockResponse(page, '**/api/profile', 'nothing');
  await page.goto('/app/profile-settings');
  await expect(page.getByText('Failed to load your profile settings. Please try again.')).toBeVisible();
  await page.unroute('**/api/profile');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Default Avatar')).toBeVisible();
});

for (const [kind, title, description] of [
  ['avatar', 'Removal Failed', 'Failed to remove your avatar. Please try again.'],
  ['banner', 'Error', 'Failed to remove your banner. Please try again.'],
] as const) {
  test(`the ${kind} can not be removed: it is said, and the button is free again`, async ({
    allowErrors,
    app,
    page,
  }) => {
    allowErrors(new RegExp(`status of 500 .*profile/${kind}`));
    const handle = `kept-${kind}-here`;
    await claimInBrowser(app, page, handle, `${handle}@account.example`);
    await mockResponse(page, '**/api/profile', {
      json: {
        avatarUrl: 'https://pictures.example/a.png',
        bannerUrl: 'https://pictures.example/b.png',
        emailVisible: true,
        handle,
      },
    });
    await page.route('https://pictures.example/*', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/api/profile/${kind}`, async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.goto('/app/profile-settings');
    await expect(page.getByText('Current Avatar', { exact: true })).toBeVisible();
    await expect(page.getByText('Custom Banner', { exact: true })).toBeVisible();
    const card = page.getByRole('region', { name: kind === 'avatar' ? 'Avatar' : 'Banner' });
    await card.getByRole('button', { name: /^Remove/ }).click();
    await expect(card.getByRole('button', { name: 'Removing...' })).toBeVisible();
    release();
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(page.getByText(description, { exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: /^Remove/ })).toHaveText(/^\s*Remove (Avatar|Banner)$/);
  });
}

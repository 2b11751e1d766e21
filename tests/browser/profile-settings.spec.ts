import { expect } from '@playwright/test';
import { claimInBrowser } from '../support/browser/claim.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';

test('profile settings show the texts of the specification while loading and afterwards', async ({ app, page }) => {
  await claimInBrowser(app, page, 'settled-by-texts', 'settled@account.example');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/profile', async (route) => {
    await released;
    await route.fallback();
  });
  await page.goto('/app/profile-settings');
  await expect(page.getByText('Loading your profile settings...')).toBeVisible();
  release();
  await expect(page.getByText('Loading your profile settings...')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/app/manage');
  for (const text of [
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
    'Show my settled-by-texts@localhost email on my profile page',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Avatar' }).getByText('S', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload New Avatar' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload Banner' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});

test('the handle address is shown on the page unless it is switched off', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 500 .*email-visibility/);
  await claimInBrowser(app, page, 'shown-or-hidden', 'shown@account.example');
  await page.goto('/app/profile-settings');
  const box = page.getByRole('checkbox', { name: 'Show my shown-or-hidden@localhost email on my profile page' });
  const badge = page.getByText('shown-or-hidden@localhost', { exact: true });
  await expect(box).toBeChecked();
  await expect(badge).toBeVisible();

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/email-visibility', async (route) => {
    await released;
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
  const publicPage = async () => (await page.request.get('/shown-or-hidden')).text();
  await expect.poll(publicPage).not.toContain('shown-or-hidden@localhost');

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

test('profile settings work for an account without a handle, with the email shown by default', {
  tag: '@long',
}, async ({ app, page }) => {
  await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  await page.goto('/app/profile-settings');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByText('Default Theme Banner')).toBeVisible();
});

test('failed profile settings are reported, and trying again recovers', { tag: '@long' }, async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/ERR_FAILED .*api\/profile/);
  await claimInBrowser(app, page, 'settled-later', 'later@account.example');
  await mockResponse(page, '**/api/profile', 'nothing');
  await page.goto('/app/profile-settings');
  await expect(page.getByText('Failed to load your profile settings. Please try again.')).toBeVisible();
  await page.unroute('**/api/profile');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Default Avatar')).toBeVisible();
});

for (const [kind, title, description, details] of [
  ['avatar', 'Removal Failed', 'Failed to remove your avatar. Please try again.', {}],
  ['banner', 'Error', 'Failed to remove your banner. Please try again.', { tag: '@long' }],
] as const) {
  test(
    `a failed removal of the ${kind} is reported, and the button is enabled again`,
    details,
    async ({ allowErrors, app, page }) => {
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
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(`**/api/profile/${kind}`, async (route) => {
        await released;
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
    },
  );
}

import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { nextMailTo } from '../support/mail/outbox.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save All Changes' });
const SAVED = 'Settings saved successfully!';

test('all settings of a handle are saved and shown on the public page', async ({ allowErrors, app, page }) => {
  allowErrors(/pictures\.example/);
  const handle = 'settings-of-mine';
  const id = await signedInWith(app, page, handle);
  await page.request.patch(`/api/handles/${id}`, {
    headers: { origin: app.url },
    data: {
      socialLinks: [
        { platform: 'snapchat', username: 'set-elsewhere' },
        { platform: 'github', username: 'to-be-removed' },
      ],
    },
  });
  await page.goto(`/app/manage-handle/${handle}`);
  await page.getByLabel('Display Name').fill('  Ada Lovelace ');
  await page.getByLabel('Bio').fill('First\nprogrammer');
  await page.getByLabel('Profile Picture URL').fill('https://pictures.example/ada.png');
  await page.getByLabel('Banner Image URL').fill('https://pictures.example/banner.png');

  // Links: incomplete, with a built URL, empty, and with a custom URL.
  const platform = page.getByLabel('Platform');
  const username = page.getByLabel('Username');
  const add = page.getByRole('button', { name: 'Add Social Link' });
  const offered = (await platform.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value'))))
    .filter(Boolean)
    .sort();
  expect(offered).toEqual(
    ['instagram', 'twitter', 'facebook', 'linkedin', 'youtube', 'tiktok', 'twitch', 'discord', 'telegram'].sort(),
  );
  await platform.selectOption('youtube');
  await expect(add).toBeDisabled();
  await username.fill('  ');
  await expect(add).toBeDisabled();
  await username.fill('@ada');
  await add.click();
  await platform.selectOption('discord');
  await username.fill('ada');
  await username.press('Enter');
  await platform.selectOption('linkedin');
  await username.fill('ada');
  await page.getByLabel('URL (optional)').fill('javascript:alert(1)');
  await add.click();
  await expect(page.getByText('Only https, http and mailto addresses can be linked.')).toBeVisible();
  await page.getByLabel('URL (optional)').fill('https://linkedin.com/company/ada');
  await add.click();
  await page.getByRole('button', { name: 'Remove GitHub' }).click();
  await expect(page.getByRole('button', { name: 'Remove YouTube' })).toBeFocused();

  await page.getByLabel('Forward to Email').fill('ada@settings.example');
  const forwarding = page.getByRole('switch', { name: 'Enable Email Forwarding' });
  // By keyboard, because a click in the place of the click on Remove would count as the second half of a double click.
  await forwarding.press('Space');
  await expect(forwarding).toBeChecked();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  const reread = page.waitForRequest('**/api/handles?handle=*');
  await save(page).click();
  expect((await sent).postDataJSON()).toEqual({
    displayName: 'Ada Lovelace',
    bio: 'First\nprogrammer',
    profilePicture: 'https://pictures.example/ada.png',
    bannerImage: 'https://pictures.example/banner.png',
    forwardingEmail: 'ada@settings.example',
    emailForwarding: true,
    socialLinks: [
      {
        platform: 'snapchat',
        username: 'set-elsewhere',
        url: 'https://snapchat.com/add/set-elsewhere',
        isActive: true,
      },
      { platform: 'youtube', username: '@ada', url: 'https://youtube.com/@ada', isActive: true },
      { platform: 'discord', username: 'ada', url: '', isActive: true },
      { platform: 'linkedin', username: 'ada', url: 'https://linkedin.com/company/ada', isActive: true },
    ],
  });
  await reread;
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(page.getByText('We sent a verification mail to ada@settings.example.')).toBeVisible();
  await expect(page.getByText('Pending Verification')).toBeVisible();
  await expect(page.getByLabel('Display Name')).toHaveValue('Ada Lovelace');
  await nextMailTo(app, 'ada@settings.example');

  // The cached page is invalidated shortly after a change.
  const publicPage = async () => (await page.request.get(`/${handle}`)).text();
  await expect.poll(publicPage).toContain('Ada Lovelace');
  const profile = await publicPage();
  for (const shown of ['https://pictures.example/ada.png', 'https://pictures.example/banner.png']) {
    expect(profile).toContain(shown);
  }
  expect(profile.indexOf('https://snapchat.com/add/set-elsewhere')).toBeLessThan(
    profile.indexOf('https://linkedin.com/company/ada'),
  );
  expect(profile).not.toContain('to-be-removed');

  // After a save, leaving asks no question. Changing only the switch sends only the switch.
  const toggled = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('switch', { name: 'Profile Page' }).click();
  await expect(page.getByText('There are unsaved changes.')).toBeVisible();
  await save(page).click();
  expect((await toggled).postDataJSON()).toEqual({ profilePage: false });
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect.poll(async () => (await page.request.get(`/${handle}`)).status()).toBe(404);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(/\/app\/manage$/);
  await expect(page.getByText('Page off')).toBeVisible();
});

test('leaving with unsaved changes by a link, the back button or closing the tab asks for confirmation', async ({
  app,
  page,
}) => {
  await signedInWith(app, page, 'settings-guarded');
  await page.goto('/app/manage');
  await page.getByRole('link', { name: 'Details' }).click();
  const bio = page.getByLabel('Bio');
  const address = /\/app\/manage-handle\/settings-guarded$/;
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = page.getByRole('button', { name: 'Stay here' });

  // Without changes there is no question.
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/manage$/);
  await page.goForward();
  await bio.fill('Not saved yet');

  for (const leave of [
    () => page.getByRole('link', { name: 'Back to Dashboard' }).click(),
    () => page.getByRole('banner').getByRole('link', { name: 'Nameplate' }).click(),
    async () => {
      await page.getByRole('button', { name: /account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Handles' }).click();
    },
    async () => {
      await page.getByRole('button', { name: /account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    },
    () => page.evaluate(() => history.back()),
    () => page.evaluate(() => history.back()),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await stay.click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(address);
    await expect(bio).toHaveValue('Not saved yet');
    // Presses elsewhere, because two quick presses at one place, on two dialogs, would count as a stray double click.
    await bio.click();
  }

  // The browser's own question guards against leaving the document.
  page.once('dialog', (dialog) => {
    expect(dialog.type()).toBe('beforeunload');
    void dialog.dismiss();
  });
  const asking = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await asking;
  await expect(bio).toHaveValue('Not saved yet');

  // Confirming performs the guarded navigation.
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/app\/manage$/);
  await expect(page.getByRole('heading', { name: 'Handle Command Center' })).toBeVisible();
  await page.goForward();
  await expect(bio).toHaveValue('');
  await bio.fill('Changed');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/app\/manage$/);
});

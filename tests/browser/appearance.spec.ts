import { expect, type Page } from '@playwright/test';
import { DEFAULT_THEME, THEME_IDS, THEMES } from '../../contract/profiles/themes.ts';
import { claimInBrowser } from '../support/browser/claim.ts';
import { test } from '../support/browser/fixtures.ts';

/** Returns the background of the page in the preview, which is in a shadow root. */
const previewed = (page: Page) =>
  page
    .getByRole('img', { name: /^Preview of / })
    .locator('.np')
    .evaluate((np) => getComputedStyle(np).backgroundImage);

/** The arrow keys go from the first theme to the last. */
const LAST = THEMES[THEME_IDS.at(-1) ?? DEFAULT_THEME].name;

const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

test('a theme can be chosen, previewed and saved, and the public page uses it', async ({ app, page }) => {
  await claimInBrowser(app, page, 'theme-by-choice', 'theme@account.example');
  await page.goto('/app/manage-appearance');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Appearance' })).toBeVisible();
  await expect(page.getByText('Customizing appearance for')).toBeVisible();
  const live = page.getByRole('link', { name: /\/theme-by-choice/ });
  await expect(live).toHaveAttribute('href', '/theme-by-choice');
  await expect(page.getByRole('group', { name: 'Choose a theme' }).getByRole('radio')).toHaveCount(THEME_IDS.length);
  for (const id of THEME_IDS) {
    await expect(page.getByText(THEMES[id].name, { exact: true })).toBeVisible();
    await expect(page.getByText(THEMES[id].description, { exact: true })).toBeVisible();
  }
  await expect(choice(page, 'Neon Nights')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Save Neon Nights Theme' })).toBeVisible();
  await expect.poll(() => previewed(page)).toMatch(/gradient/);
  const neon = await previewed(page);

  await choice(page, 'Royal Gold').click();
  await expect(page.getByRole('img', { name: /in Royal Gold$/ })).toBeInViewport();
  await expect.poll(() => previewed(page)).not.toBe(neon);
  const royal = await previewed(page);
  await expect(page.getByText('There are unsaved changes.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Royal Gold Theme' }).click();
  await expect(page.getByText('Profile appearance updated successfully', { exact: true })).toBeVisible();
  await expect(page.getByText('Success!', { exact: true })).toBeVisible();
  await expect(page.getByText('There are unsaved changes.')).toBeHidden();

  await page.reload();
  await expect(choice(page, 'Royal Gold')).toBeChecked();
  await expect.poll(() => previewed(page)).toBe(royal);
  await page.goto('/theme-by-choice');
  await expect(page.locator('.np')).toHaveCSS('background-image', royal);
});

test('choosing a theme by arrow keys on a phone scrolls to the preview and keeps the focus on the card', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await claimInBrowser(app, page, 'theme-by-keys', 'keys@account.example');
  await page.goto('/app/manage-appearance');
  await choice(page, 'Neon Nights').focus();
  await page.keyboard.press('ArrowRight');
  await expect(choice(page, 'Minimal Clean')).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(choice(page, LAST)).toBeChecked();
  await expect(choice(page, LAST)).toBeFocused();
  const preview = page.getByRole('img', { name: new RegExp(`in ${LAST}$`) });
  await expect(preview).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: `Save ${LAST} Theme` })).toBeInViewport({ ratio: 1 });
  // The preview is inert.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Accent: choose a colour')).toBeFocused();
});

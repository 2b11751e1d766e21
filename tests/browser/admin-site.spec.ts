import { expect } from '@playwright/test';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expectToast, test } from '../support/browser/fixtures.ts';
import { signInAsAdmin } from '../support/browser/sign-in.ts';

test('an owner edits the site beside its preview, saves it, and every page shows it', async ({
  app,
  browser,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsAdmin(app, page);
  await page.goto('/app/adm?tab=site');
  const preview = page.frameLocator('iframe[title="Preview of the landing page"]');
  const header = preview.locator('header');
  await expect(header).toContainText('Get Started');

  // The whole way by keyboard: name, line, the second choice of colours, and the switch of a section.
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Rowing Club');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Names for our members.');
  await expect(preview.getByText('Names for our members.')).toBeVisible();
  // Past the buttons of three pictures.
  for (let count = 0; count < 4; count++) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'One colour' })).toBeChecked();
  await page.getByLabel('Colour', { exact: true }).fill('#ffee00');
  await expect(page.getByText('Links in the light theme')).toContainText('Links');
  const link = preview.getByRole('button', { name: 'Sign in', includeHidden: true });
  const colourOf = () => link.evaluate((element) => getComputedStyle(element).color);
  await expect.poll(colourOf).not.toBe('rgb(0, 112, 125)');
  const light = await colourOf();
  const steps = page.getByRole('switch', { name: 'Show the section “Steps”' });
  await steps.focus();
  // The preview shows what is edited.
  await expect(preview.locator('#how-it-works')).toBeInViewport();
  await page.keyboard.press('Space');
  await expect(preview.locator('#how-it-works')).toHaveCount(0);

  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(colourOf).toBe('rgb(255, 238, 0)');
  expect(light).not.toBe('rgb(255, 238, 0)');
  // The window of the phone is as wide as that of a phone.
  const widthOf = () => preview.locator('html').evaluate((html) => html.clientWidth);
  expect(await widthOf()).toBe(390);
  await page.getByText('Desktop', { exact: true }).click();
  await expect.poll(widthOf).toBe(1280);
  await expect(header).toContainText('Rowing Club');
  await expectAccessible(page, 'admin: site');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'admin: site on a phone');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview.getByText('Names for our members.')).toBeVisible();
  await expectAccessible(page, 'admin: preview of the site on a phone');
  await page.keyboard.press('Escape');

  const visitor = await browser.newPage({ baseURL: app.url });
  try {
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Saved', 'Every page shows it');
    await expect(async () => {
      await visitor.goto('/tos');
      expect(await visitor.title()).toBe('Terms of Service · Rowing Club');
    }).toPass({ intervals: [50] });
    await expect(visitor.getByRole('banner')).toContainText('Rowing Club');
  } finally {
    // The other tests of this server expect the standard site.
    await page.request.put('/api/admin/site', { data: STANDARD_SITE, headers: { origin: app.url } });
    await visitor.close();
  }
});

import { expect } from '@playwright/test';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';

// jsqr is a CommonJS module with a single export, which its type declarations call default.
const readQr = jsqr as unknown as typeof jsqr.default;

test('the share sheet shows what a shared link looks like, and a QR code that a camera reads from the screen', async ({
  app,
  page,
}) => {
  const handle = 'shared-from-sheet';
  await signedInWith(app, page, handle);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/app/manage');
  const open = page.getByRole('button', { name: `Share ${handle}` });
  await open.click();
  const sheet = page.getByRole('dialog', { name: 'Share your page' });
  await expect(sheet).toContainText(`${new URL(app.url).host}/${handle}`);
  const loaded = (name: RegExp) =>
    expect
      .poll(() => sheet.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(1000);
  await loaded(/^How .* looks/);
  await loaded(/^QR code/);
  for (const [name, path, file] of [
    ['QR code as a picture', `/${handle}/qr.png?colours=theme`, `${handle}.png`],
    ['QR code for print', `/${handle}/qr.svg?colours=theme`, `${handle}.svg`],
    ['Contact card', `/${handle}/card.vcf`, `${handle}.vcf`],
  ] as const) {
    const link = sheet.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', path);
    await expect(link).toHaveAttribute('download', file);
    expect((await page.request.get(path)).status()).toBe(200);
  }
  for (const dark of [false, true]) {
    await page.evaluate((value) => document.documentElement.classList.toggle('dark', value), dark);
    const code = await sheet.getByRole('img', { name: /^QR code/ }).screenshot();
    const { data, info } = await sharp(code).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(readQr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(`${app.url}/${handle}`);
  }
  await page.evaluate(() => document.documentElement.classList.remove('dark'));
  await expectAccessible(page, 'the share sheet');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(open).toBeFocused();
});

test('the share sheet of an offline page has only its address, and works without pictures that fail to load', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/ERR_FAILED/);
  const handle = 'shared-offline';
  const id = await signedInWith(app, page, handle);
  await mockResponse(page, '**/card.png', 'nothing');
  await page.goto('/app/manage');
  // From the menu of the row.
  await page.getByRole('button', { name: `Menu of ${handle}` }).click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const sheet = page.getByRole('dialog', { name: 'Share your page' });
  await expect(sheet.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expect(sheet.getByRole('img', { name: /^How/ })).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toHaveCount(0);

  await page.request.patch(`/api/handles/${id}`, { headers: { origin: app.url }, data: { profilePage: false } });
  await page.reload();
  await page.getByRole('button', { name: `Share ${handle}` }).click();
  await expect(sheet).toContainText('The page is offline');
  await expect(sheet.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(sheet.getByRole('img')).toHaveCount(0);
  await expect(sheet.getByRole('link')).toHaveCount(0);
});

import { expect, type Locator, type Page } from '@playwright/test';
import sharp, { type Metadata } from 'sharp';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { claimInBrowser } from '../support/browser/claim.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { gifFile, jpegFile, noiseFile, pngFile } from '../support/pictures/picture-files.ts';
import { modal, openUpload, pick, sendFile } from '../support/pictures/upload-dialog.ts';
import type { App } from '../support/server/app-process.ts';

/** The tag of tests for one more kind of picture or failure. */
const LONG = { tag: '@long' };
const card = (page: Page, name: 'Avatar' | 'Banner') => page.getByRole('region', { name, exact: true });

/** Records uploaded files in the page, because Playwright does not expose the bodies of such requests. */
const recordUploads = (page: Page) =>
  page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof Blob) Object.assign(window, { sent: body });
      send.call(this, body);
    };
  });

/** Returns the metadata of the last uploaded picture. */
async function uploadedPicture(page: Page): Promise<Metadata> {
  await page.waitForFunction(() => 'sent' in window);
  const bytes = await page.evaluate(async () => [...(await (window as unknown as { sent: Blob }).sent.bytes())]);
  return sharp(Buffer.from(bytes)).metadata();
}

/** Returns the metadata of the picture that the page displays. */
async function published(page: Page, image: Locator): Promise<Metadata> {
  const address = () => image.evaluate((element) => (element as HTMLImageElement).currentSrc);
  await expect.poll(address).toMatch(/\/media\/(avatar|banner)-[a-z0-9]+-\d+\.webp$/);
  await expect(image).toHaveJSProperty('complete', true);
  const source = await address();
  return sharp(Buffer.from(await (await page.request.get(source)).body()), { animated: true }).metadata();
}

test('an avatar can be cropped, uploaded, shown on the page and removed', async ({ app, page }) => {
  await claimInBrowser(app, page, 'pictured-person', 'pictured@account.example');
  await recordUploads(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('/app/profile-settings');
  const upload = page.getByRole('button', { name: 'Upload New Avatar' });
  await expect(upload).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requested.filter((url) => /uppy/.test(url))).toEqual([]);
  await upload.click();
  await expect(modal(page).getByRole('button', { name: 'browse files' })).toBeVisible();
  await expect.poll(() => requested.filter((url) => /picture-uppy.*\.(js|css)/.test(url))).toHaveLength(2);

  await pick(page, await pngFile(900, 600));
  await expect(modal(page).getByRole('button', { name: 'Save', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(modal(page).getByRole('button', { name: 'Upload 1 file' })).toBeFocused();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/profile/avatar', async (route) => {
    await released;
    await route.fallback();
  });
  await page.keyboard.press('Enter');
  // The upload is the crop: a square, and still a PNG.
  const uploaded = await uploadedPicture(page);
  expect([uploaded.format, uploaded.width, uploaded.height]).toEqual(['png', 600, 600]);
  await expect(modal(page)).toBeHidden();
  await expect(page.getByText('Processing your avatar...')).toBeVisible();
  await expect(card(page, 'Avatar').getByRole('button', { name: 'Uploading...' })).toBeFocused();
  release();
  await expect(page.getByText('Avatar Updated', { exact: true })).toBeVisible();
  await expect(page.getByText('Your profile avatar has been updated successfully!', { exact: true })).toBeVisible();
  await expect(page.getByText('Processing your avatar...')).toBeHidden();
  await expect(page.getByText('Current Avatar', { exact: true })).toBeVisible();
  await expect(page.getByText('Custom uploaded image', { exact: true })).toBeVisible();
  const shown = await published(page, page.getByRole('img', { name: 'Shown on your pages' }));
  expect([shown.format, shown.width, shown.height]).toEqual(['webp', 128, 128]);
  // The cached page is invalidated shortly after a change.
  const publicPage = async () => (await page.request.get('/pictured-person')).text();
  await expect.poll(publicPage).toMatch(/\/media\/avatar-[a-z0-9]+-\d+\.webp/);

  await page.unroute('**/api/profile/avatar');
  await page.getByRole('button', { name: 'Remove Avatar' }).click();
  await expect(page.getByText('Avatar Removed', { exact: true })).toBeVisible();
  await expect(page.getByText('Your profile avatar has been removed.', { exact: true })).toBeVisible();
  await expect(page.getByText('Default Avatar', { exact: true })).toBeVisible();
  await expect(upload).toBeFocused();
  await expect.poll(publicPage).not.toContain('/media/avatar-');
});

test('a banner can be cropped to three by one, uploaded and removed', LONG, async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await claimInBrowser(app, page, 'bannered-person', 'bannered@account.example');
  await recordUploads(page);
  await openUpload(page, 'Upload Banner');
  await pick(page, await jpegFile(1500, 1200));
  await modal(page).getByRole('button', { name: 'Save', exact: true }).click();
  await sendFile(page);
  const uploaded = await uploadedPicture(page);
  expect([uploaded.format, uploaded.width, uploaded.height]).toEqual(['jpeg', 1500, 500]);
  await expect(page.getByText('Banner Updated', { exact: true })).toBeVisible();
  await expect(page.getByText('Your profile banner has been updated successfully!', { exact: true })).toBeVisible();
  await expect(page.getByText('Custom Banner', { exact: true })).toBeVisible();
  await expect(page.getByText('Default Theme Banner')).toBeHidden();
  const { width = 0, height = 1 } = await published(page, page.getByRole('img', { name: 'Your banner' }));
  expect(width / height).toBe(3);
  const publicPage = async () => (await page.request.get('/bannered-person')).text();
  await expect.poll(publicPage).toMatch(/\/media\/banner-[a-z0-9]+-\d+\.webp/);
  await page.getByRole('button', { name: 'Remove Banner' }).click();
  await expect(page.getByText('Banner Removed', { exact: true })).toBeVisible();
  await expect(page.getByText('Your profile banner has been removed.', { exact: true })).toBeVisible();
  await expect(page.getByText('Default Theme Banner')).toBeVisible();
});

test('an animated GIF is uploaded without cropping and stays animated', { tag: '@long' }, async ({ app, page }) => {
  await claimInBrowser(app, page, 'dancing-person', 'dancing@account.example');
  await openUpload(page, 'Upload New Avatar');
  const animation = await gifFile(160, 3);
  await pick(page, animation);
  await expect(modal(page).getByRole('button', { name: 'Upload 1 file' })).toBeFocused();
  await expect(modal(page).getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await sendFile(page);
  await expect(page.getByText('Avatar Updated', { exact: true })).toBeVisible();
  expect((await published(page, page.getByRole('img', { name: 'Shown on your pages' }))).pages).toBe(3);
});

test('the upload widget refuses large files and files other than pictures, and accepts the next file', async ({
  allowErrors,
  app,
  page,
}) => {
  // The widget revokes a thumbnail that the browser may not have drawn yet.
  allowErrors(/ERR_FILE_NOT_FOUND \(blob:/);
  await claimInBrowser(app, page, 'refused-files', 'refused@account.example');
  await openUpload(page, 'Upload New Avatar');
  await pick(page, noiseFile(10_485_761, 'enormous.png'));
  await expect(modal(page).getByText('enormous.png exceeds maximum allowed size of 10 MB')).toBeVisible();
  await pick(page, { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(modal(page).getByText('You can only upload PNG, JPG and GIF pictures')).toBeVisible();
  await pick(page, noiseFile(2000, 'noise.png'));
  await expect(
    modal(page).getByText('This file is not a picture that we can read. Please choose a PNG, JPG or GIF.'),
  ).toBeVisible();
  // Cancelling the crop removes the file.
  await pick(page, await pngFile(300, 300));
  await expect(modal(page).getByRole('alert')).toHaveText('');
  await modal(page).getByRole('button', { name: 'Save', exact: true }).waitFor();
  await modal(page).getByRole('button', { name: 'Cancel' }).last().click();
  await expect(modal(page).getByRole('button', { name: 'browse files' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upload New Avatar' })).toBeFocused();
});

const SIGN = '**/api/avatars/upload';
const SEND = '**/media/uploads/**';
const FAILURES = [
  ['a refused file', SEND, { status: 413, json: { message: 'It is too large.' } }, 'It is too large.'],
  ['an ended session', SIGN, { status: 401, json: { message: 'Please sign in first.' } }, /^Authorization required/],
  ['a failed request for an upload address', SIGN, 'nothing', /^Network error/],
  ['a refused upload address', SIGN, { status: 429, json: { message: 'Wait a while.' } }, 'Wait a while.'],
  ['an expired upload address', SEND, { status: 403, json: { message: 'Request has expired' } }, 'Request has expired'],
  ['a failed transfer', SEND, 'nothing', /^Network error/],
] as const;
type Failure = (typeof FAILURES)[number];

/** Shows each of these failures in the upload modal. */
async function expectReports(app: App, page: Page, handle: string, failures: readonly Failure[]): Promise<void> {
  await claimInBrowser(app, page, handle, `${handle}@account.example`);
  await page.goto('/app/profile-settings');
  const reports = async ([failure, path, response, message]: Failure) => {
    await page.getByRole('button', { name: 'Upload New Avatar' }).click();
    await pick(page, await pngFile(300, 300));
    await modal(page).getByRole('button', { name: 'Save', exact: true }).click();
    await mockResponse(page, path, response);
    await sendFile(page);
    if (failure === 'an ended session') {
      // The modal would close when another tab of the browser signs in.
      const again = page.getByRole('dialog', { name: 'Please sign in again' });
      await again.getByRole('button', { name: 'Not now' }).click();
      await expect(again).toBeHidden();
    }
    await expect(modal(page).getByRole('alert')).toHaveText(message);
    const retry = modal(page).getByRole('button', { name: 'Retry upload', exact: true }).last();
    await expect(retry).toBeFocused();
    await page.unroute(path);
    const signed = page.waitForRequest(SIGN);
    await retry.click();
    await signed;
    await expect(page.getByText('Avatar Updated', { exact: true })).toBeVisible();
    await expect(modal(page)).toBeHidden();
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Close' })
      .click();
  };
  for (const failure of failures) await test.step(failure[0], () => reports(failure));
}

const expected = [/status of 4\d\d .*(avatars|media)\/upload/, /ERR_FAILED .*(avatars|media)\/upload/];

test('the upload modal reports a refused file, and retrying starts over', async ({ allowErrors, app, page }) => {
  allowErrors(...expected);
  await expectReports(app, page, 'unlucky-person', FAILURES.slice(0, 1));
});

test('the upload modal reports each other failure', LONG, async ({ allowErrors, app, page }) => {
  allowErrors(...expected);
  await expectReports(app, page, 'unluckiest-person', FAILURES.slice(1));
});

for (const [kind, button, title, description, details] of [
  ['avatar', 'Upload New Avatar', 'Upload Failed', 'Failed to update your avatar. Please try again.', {}],
  ['banner', 'Upload Banner', 'Upload Failed', 'Failed to update your banner. Please try again.', LONG],
] as const) {
  test(
    `a rejected ${kind} is reported with the reason, and the button is enabled again`,
    details,
    async ({ allowErrors, app, page }) => {
      allowErrors(new RegExp(`status of 422 .*profile/${kind}`));
      await claimInBrowser(app, page, `not-taken-${kind}`, `not-taken-${kind}@account.example`);
      await openUpload(page, button);
      await pick(page, await pngFile(300, 300));
      await modal(page).getByRole('button', { name: 'Save', exact: true }).click();
      await mockResponse(page, `**/api/profile/${kind}`, {
        status: 422,
        json: { code: 'picture_unreadable', message: 'This file is not a picture that we can read.' },
      });
      await sendFile(page);
      await expect(page.getByText(title, { exact: true })).toBeVisible();
      await expect(page.getByText(description, { exact: true })).toBeVisible();
      await expect(modal(page)).toBeHidden();
      await expect(page.getByText('This file is not a picture that we can read.')).toBeVisible();
      await expect(page.getByText(`Processing your ${kind}...`)).toBeHidden();
      await expect(page.getByRole('button', { name: button })).toBeEnabled();
    },
  );
}

test('a slow upload shows its progress, and closing the modal cancels it', async ({ app, page }) => {
  await claimInBrowser(app, page, 'patient-person', 'patient@account.example');
  await openUpload(page, 'Upload New Avatar');
  await pick(page, await pngFile(300, 300));
  await modal(page).getByRole('button', { name: 'Save', exact: true }).click();
  await mockResponse(page, SEND, 'never');
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/media/uploads'));
  const sent = page.waitForRequest(SEND);
  await sendFile(page);
  await expect(page.getByText('Uploading your avatar...')).toBeVisible();
  await sent;
  await page.keyboard.press('Escape');
  await cancelled;
  await expect(page.getByText('Uploading your avatar...')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upload New Avatar' })).toBeVisible();
});

test(
  'an upload widget that fails to load is reported with a button to try again',
  LONG,
  async ({ allowErrors, app, page }) => {
    allowErrors(/ERR_FAILED .*picture-uppy/);
    await page.request.post('/api/dev-login', { headers: { origin: app.url } });
    await page.goto('/app/profile-settings');
    await page.route('**/assets/picture-uppy*', (route) => route.abort());
    await page.getByRole('button', { name: 'Upload New Avatar' }).click();
    await expect(modal(page).getByText(/^The upload could not be loaded/)).toBeVisible();
    await expect(modal(page).getByRole('button', { name: 'Try Again' })).toBeVisible();
  },
);

test('the steps of the upload modal pass axe in both themes and fit 320 px', async ({ app, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await claimInBrowser(app, page, 'seen-by-all', 'seen@account.example');
  await page.goto('/app/manage-appearance');
  await page.getByRole('radio').first().waitFor();
  await expectAccessible(page, 'appearance');
  await openUpload(page, 'Upload New Avatar');
  await expectAccessible(page, 'choose');
  await pick(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await modal(page).getByText('You can only upload').waitFor();
  await expectAccessible(page, 'refused');
  await pick(page, await pngFile(700, 400, 'a-very-long-name-of-a-picture-of-somebody-on-a-beach-2026.png'));
  await modal(page).getByRole('button', { name: 'Save', exact: true }).waitFor();
  await expectAccessible(page, 'crop');
  await modal(page).getByRole('button', { name: 'Save', exact: true }).click();
  await modal(page).getByRole('button', { name: 'Upload 1 file' }).waitFor();
  await expect(modal(page).getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'ready');
  await mockResponse(page, SEND, 'never');
  await sendFile(page);
  await expect(modal(page).getByRole('button', { name: 'Upload 1 file' })).toHaveCount(0);
  await expectAccessible(page, 'sending');
  await page.keyboard.press('Escape');
  await expect(modal(page)).toBeHidden();
  await expectAccessible(page, 'settings');
});

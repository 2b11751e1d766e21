import { expect } from '@playwright/test';
import type { AdminPicture } from '../../contract/admin/pictures.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';

const PICTURE: AdminPicture = {
  name: 'block-0123456789abcdef-480.webp',
  kind: 'block',
  handle: 'digital-universe',
  userId: 7,
  state: 'shown',
  removedAt: null,
};

test('an administrator goes from a handle to its pictures, removes one with a reason, and sees a failure to remove it', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of (404|503)/);
  await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  let found = PICTURE;
  const sent: unknown[] = [];
  await page.route('**/api/admin/pictures?*', (route) => {
    const search = new URL(route.request().url()).searchParams.get('search');
    return route.fulfill({ json: search === 'digital-universe' ? [found] : [] });
  });
  await page.route(`**/api/admin/pictures/${PICTURE.name}`, (route) => {
    sent.push([route.request().method(), route.request().postDataJSON()]);
    if (sent.length === 1) return route.fulfill({ status: 503, json: { message: 'Please try again in a minute.' } });
    found = { ...PICTURE, state: 'removed', removedAt: '2026-11-22T12:00:00.000Z' };
    return route.fulfill({ json: { message: 'The picture was removed.' } });
  });
  await page.goto('/app/adm?tab=handles');
  await page.getByLabel('Part of a handle or an inbox').fill('digital-universe');
  await page.getByRole('link', { name: 'Pictures of digital-universe' }).click();
  await expect(page.getByRole('tab', { name: 'Pictures' })).toHaveAttribute('aria-selected', 'true');
  const search = page.getByLabel('Handle, email, or address of a picture');
  await expect(search).toHaveValue('digital-universe');
  await expect(page.getByRole('img', { name: 'Link picture' })).toHaveAttribute(
    'src',
    '/media/block-0123456789abcdef-160.webp',
  );
  await expectAccessible(page, 'the pictures');
  await page.setViewportSize({ width: 360, height: 640 });
  await expectAccessible(page, 'the pictures on a phone');

  await page.getByRole('button', { name: 'Remove link picture' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Remove' });
  await expect(dialog).toContainText('Recorded in the audit log and emailed to the owner.');
  await confirm.click();
  await expect(dialog).toContainText('Please say why.');
  await dialog.getByLabel('Reason').fill(' Not theirs. ');
  await confirm.click();
  const toast = page.locator('ol > li[data-state=open]');
  await expect(toast).toContainText('Please try again in a minute.');
  await confirm.click();
  await expect(toast.filter({ hasText: 'The picture was removed' })).toBeVisible();
  expect(sent).toEqual(Array(2).fill(['DELETE', { reason: 'Not theirs.' }]));
  await expect(page.getByRole('row', { name: /digital-universe/ })).toContainText('removed');
  await expect(page.getByRole('button', { name: 'Remove link picture' })).toBeHidden();
  await expect(page.getByRole('img', { name: 'Link picture' })).toBeHidden();

  await search.fill('nobody-at-all');
  await expect(page.getByText('Nothing was found for “nobody-at-all”.')).toBeVisible();
  await search.fill('');
  await expect(page.getByText('No picture has been removed yet.')).toBeVisible();
});

import { expect } from '@playwright/test';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';

test('a session that ends during work can be renewed in a dialog above the screen, which keeps the focus', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 401/);
  const id = await signedInWith(app, page, 'signed-out-elsewhere');
  await page.request.patch(`/api/handles/${id}`, {
    headers: { origin: app.url },
    data: { forwardingEmail: 'elsewhere@real.example' },
  });
  await page.goto('/app/manage-email');
  const control = page.getByRole('switch');
  await expect(control).toBeChecked();
  await page.context().clearCookies();
  await control.press('Space');
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await expect(control).toBeFocused();
});

test('the buttons of a forwarding address and the logo have touch targets of sufficient size', async ({
  app,
  page,
}) => {
  const id = await signedInWith(app, page, 'wide-as-a-thumb');
  await page.request.patch(`/api/handles/${id}`, {
    headers: { origin: app.url },
    data: { forwardingEmail: 'thumb@real.example' },
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/app/manage-email');
  for (const target of [
    page.getByRole('button', { name: 'Change', exact: true }),
    page.getByRole('button', { name: 'Remove', exact: true }),
    page.getByRole('banner').getByRole('link', { name: 'Nameplate' }),
  ]) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

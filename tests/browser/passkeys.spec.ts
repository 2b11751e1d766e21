import { expect } from '@playwright/test';
import { postDevLogin } from '../../contract/accounts/accounts.ts';
import { getPasskeys } from '../../contract/accounts/passkeys.ts';
import { getAdminCheck } from '../../contract/admin/admin.ts';
import { pathOf } from '../../contract/call.ts';
import { pages } from '../../contract/paths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { pressAgain } from '../support/browser/press-again.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { addAuthenticator } from '../support/browser/virtual-authenticator.ts';

test('a passkey is added, renamed in its row, and removed', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 409 .*passkeys/);
  await signedInWith(app, page, 'passkey-owner');
  await addAuthenticator(page);
  await page.goto(pages.profileSettings());
  const section = page.getByRole('region', { name: 'Sign-in and security' });
  const list = section.getByRole('region', { name: 'Passkeys' });
  await expect(list.getByText('You have no passkey yet.')).toBeVisible();
  await list.getByRole('button', { name: 'Add a passkey' }).click();

  // The new passkey has a suggested name, which the owner can change.
  const field = list.getByLabel('Name of the passkey');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/^Chrom.* on Linux$/);
  await expectAccessible(page, 'the field that renames a passkey');
  await field.fill('  ');
  await field.press('Enter');
  await expect(list.getByText('Please enter a name.')).toBeVisible();
  await field.fill('The laptop');
  await field.press('Enter');
  await expect(list.getByText('The laptop')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Rename The laptop' })).toBeFocused();
  await expect(list.getByText('Never used')).toBeVisible();
  await expect(list.getByText('On one device only')).toBeVisible();

  // The authenticator already holds a passkey of this account.
  await list.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(list.getByText('This device already has a passkey for this account.')).toBeVisible();

  await page.reload();
  await list.getByRole('button', { name: 'Remove The laptop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove your only passkey?' });
  await expect(dialog.getByText('You can still sign in with the link that we email you')).toBeVisible();
  await expectAccessible(page, 'the dialog that removes a passkey');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(list.getByText('You have no passkey yet.')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await (await page.request.get(pathOf(getPasskeys))).json()).toEqual([]);
});

test('a passkey that the user refuses is not added', { tag: '@long' }, async ({ app, page }) => {
  await signedInWith(app, page, 'passkey-refuser');
  const verifyUser = await addAuthenticator(page);
  await verifyUser(false);
  await page.goto(pages.profileSettings());
  const list = page.getByRole('region', { name: 'Passkeys' });
  await list.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(list.getByRole('alert')).toHaveText('The passkey request was closed or timed out. Please try again.');
  expect(await (await page.request.get(pathOf(getPasskeys))).json()).toEqual([]);
  await verifyUser(true);
  await pressAgain(page, list.getByRole('button', { name: 'Add a passkey' }), '**/api/passkeys/**');
  await expect(list.getByLabel('Name of the passkey')).toBeVisible();
  await expect(list.getByRole('alert')).toBeHidden();
});

test('an administrator adds a passkey, later confirms with it, and then reaches the requested tab', async ({
  app,
  page,
}) => {
  await page.request.post(pathOf(postDevLogin), { headers: { origin: app.url } });
  await addAuthenticator(page);
  const check = `**${pathOf(getAdminCheck)}`;
  // The server requires passkeys in production only.
  await mockResponse(page, check, { json: { isAdmin: true, passkey: 'enrol' } });
  await page.goto(`${pages.admin()}?tab=audit`);
  await expect(page.getByRole('heading', { level: 1, name: 'Add a passkey first' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toHaveCount(0);
  await expectAccessible(page, 'the enrolment of an administrator');
  await page.unroute(check);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Audit Log' })).toHaveAttribute('aria-selected', 'true');

  await mockResponse(page, check, { json: { isAdmin: true, passkey: 'confirm' } });
  await page.goto(pages.adminPrices());
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm with your passkey' })).toBeVisible();
  await page.unroute(check);
  await page.getByRole('button', { name: 'Use my passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Package Management' })).toBeVisible();
  const [passkey] = await (await page.request.get(pathOf(getPasskeys))).json();
  expect(passkey.lastUsedAt).not.toBeNull();
});

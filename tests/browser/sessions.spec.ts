import { type Browser, expect, type Page } from '@playwright/test';
import { getUser, postDevLogin } from '../../contract/accounts/accounts.ts';
import { getPasskeys } from '../../contract/accounts/passkeys.ts';
import { getSessions } from '../../contract/accounts/sessions.ts';
import { postLoginLink } from '../../contract/accounts/sign-in.ts';
import { pathOf } from '../../contract/call.ts';
import { pages } from '../../contract/paths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { linkIn, nextSignInMailTo } from '../support/mail/outbox.ts';
import type { App } from '../support/server/app-process.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const sessionsOn = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' });

/** Signs in the owner of a handle on a phone, a separate browser. `mail` is the number of their sign-in mail. */
async function signInOnPhone(app: App, browser: Browser, handle: string, mail: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: app.url, userAgent: ANDROID });
  const phone = await context.newPage();
  const email = `${handle}@account.example`;
  await phone.request.post(pathOf(postLoginLink), { data: { email } });
  const response = await phone.request.post(linkIn(await nextSignInMailTo(app, email, mail)), {
    headers: { origin: app.url },
  });
  expect(response.ok()).toBe(true);
  return phone;
}

test('a session is ended from another device', async ({ app, browser, page }) => {
  await signedInWith(app, page, 'signed-in-twice');
  const phone = await signInOnPhone(app, browser, 'signed-in-twice', 1);
  await phone.goto(pages.manage());
  await expect(phone.getByText('signed-in-twice').first()).toBeVisible();

  await page.goto(pages.profileSettings());
  const list = sessionsOn(page);
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('This device');
  await expect(rows.first()).toContainText('Active now');
  await expect(rows.last()).toContainText('Chrome on Android');
  await expect(rows.last()).toContainText('by mailed link');
  await expect(rows.last().getByRole('time').first()).toHaveAttribute('title', /20\d\d/);
  await expectAccessible(page, 'the profile settings with sessions');

  await list.getByRole('button', { name: 'Sign out Chrome on Android' }).click();
  await expect(rows).toHaveCount(1);
  await expect(list.getByText('You are signed in on this device only.')).toBeVisible();
  await expect(list.getByRole('heading')).toBeFocused();
  await phone.reload();
  await expect(phone.getByRole('heading', { name: 'Login Required' })).toBeVisible();
  await phone.context().close();
});

test('one button signs out all other devices, and this device is signed out after a confirmation', async ({
  app,
  browser,
  page,
}) => {
  await signedInWith(app, page, 'signed-in-thrice');
  const phones = [
    await signInOnPhone(app, browser, 'signed-in-thrice', 1),
    await signInOnPhone(app, browser, 'signed-in-thrice', 2),
  ];
  await page.goto(pages.profileSettings());
  const list = sessionsOn(page);
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await list.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(page.getByText('2 other devices are signed out.', { exact: true })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByRole('button', { name: 'Sign out all other devices' })).toHaveCount(0);
  for (const phone of phones) {
    expect((await phone.request.get(pathOf(getSessions))).status()).toBe(401);
    await phone.context().close();
  }

  await list.getByRole('button', { name: 'Sign out on this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out on this device?' });
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog).toBeHidden();
  await list.getByRole('button', { name: 'Sign out on this device' }).click();
  await dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  expect((await page.request.get(pathOf(getUser))).status()).toBe(401);
});

test('lists of sessions and passkeys that failed to load can be loaded again with a button', { tag: '@long' }, async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 503/);
  await signedInWith(app, page, 'sessions-unread');
  const down = { status: 503, json: { code: 'unavailable', message: 'Not just now.' } };
  await mockResponse(page, `**${pathOf(getSessions)}`, down);
  await mockResponse(page, `**${pathOf(getPasskeys)}`, down);
  await page.goto(`${pages.profileSettings()}#security`);
  const section = page.getByRole('region', { name: 'Sign-in and security' });
  await expect(section).toBeInViewport();
  const alerts = section.getByRole('alert');
  await expect(alerts).toHaveText([/Your passkeys could not be loaded/, /Your devices could not be loaded/]);
  await expectAccessible(page, 'the profile settings without lists');
  await page.unroute(`**${pathOf(getSessions)}`);
  await page.unroute(`**${pathOf(getPasskeys)}`);
  await alerts.getByRole('button', { name: 'Try Again' }).first().click();
  await expect(section.getByText('You have no passkey yet.')).toBeVisible();
  await alerts.getByRole('button', { name: 'Try Again' }).click();
  await expect(section.getByText('You are signed in on this device only.')).toBeVisible();
  await expect(alerts).toHaveCount(0);
});

test('an administrator ends all sessions of a user and gives a reason', async ({ app, browser, page }) => {
  await signedInWith(app, page, 'ended-by-admin');
  const admin = await (await browser.newContext({ baseURL: app.url })).newPage();
  await admin.request.post(pathOf(postDevLogin), { headers: { origin: app.url } });
  await admin.goto(pages.admin());
  await admin.getByLabel('Part of an email or an inbox').fill('ended-by-admin');
  await admin.getByRole('button', { name: 'End all sessions of ended-by-admin@account.example' }).click();
  const dialog = admin.getByRole('dialog', { name: 'End all sessions of this account?' });
  await dialog.getByLabel('Reason').fill('A lost phone.');
  await dialog.getByRole('button', { name: 'End all sessions' }).click();
  await expect(
    admin.getByText('ended-by-admin@account.example is signed out on all devices', { exact: true }),
  ).toBeVisible();
  expect((await page.request.get(pathOf(getUser))).status()).toBe(401);
  await admin.goto(`${pages.admin()}?tab=audit`);
  await expect(admin.getByText('A lost phone.')).toBeVisible();
  await admin.context().close();
});

import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { accountExport } from '../../contract/accounts/account-export.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { claimInBrowser } from '../support/browser/claim.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { linkIn, nextMailTo } from '../support/mail/outbox.ts';

test('the data of an account can be downloaded as one file', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 503 .*export/, /ERR_FAILED .*export/);
  await claimInBrowser(app, page, 'takes-all-along', 'along@account.example');
  await page.goto('/app/profile-settings');
  const button = page.getByRole('button', { name: 'Download my data' });
  await mockResponse(page, '**/api/account/export', {
    status: 503,
    json: { code: 'unavailable', message: 'Not just now.' },
  });
  await button.click();
  await expect(page.getByText('Not just now.').first()).toBeVisible();
  await page.unroute('**/api/account/export');
  await mockResponse(page, '**/api/account/export', 'nothing');
  await button.click();
  await expect(page.getByText('Your data could not be read. Please try again.').first()).toBeVisible();
  await page.unroute('**/api/account/export');

  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toMatch(/^nameplate-\d{4}-\d\d-\d\d\.json$/);
  const exported = accountExport.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
  expect(exported).toMatchObject({
    account: { email: 'along@account.example' },
    handles: [{ handle: 'takes-all-along' }],
  });
});

test('an account can be deleted through an emailed link and restored by signing in', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 429 .*account/, /status of 404/);
  const email = 'leaving@account.example';
  await claimInBrowser(app, page, 'leaves-and-returns', email);
  await page.goto('/app/profile-settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Delete your account?' })).toBeVisible();
  await expectAccessible(page, 'the dialog that deletes an account');
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused();

  await page.getByRole('button', { name: 'Delete account' }).click();
  await mockResponse(page, '**/api/account', {
    status: 429,
    json: { code: 'too_many_letters', message: 'Wait a while.' },
  });
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByText('Wait a while.')).toBeVisible();
  await page.unroute('**/api/account');
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await dialog.getByRole('button', { name: 'Send the link' }).click();
  await expect(dialog.getByText(`We sent a link to ${email}.`)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'outbox' })).toBeVisible();
  await expectAccessible(page, 'the dialog after the link was sent');

  const order = await nextMailTo(app, email, 2);
  expect(order.subject).toMatch(/^Delete your account on /);
  await page.goto(linkIn(order));
  await expect(page.getByRole('heading', { name: `Delete the account ${email}` })).toBeVisible();
  await expectAccessible(page, 'the page of the deletion link');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is closed' })).toBeVisible();
  await expectAccessible(page, 'the page after the deletion');
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  await page.goto('/app/manage');
  await expect(page.getByRole('heading', { name: 'Login Required' })).toBeVisible();
  // The cached page is invalidated shortly after the handle is removed.
  await expect.poll(async () => (await page.request.get('/leaves-and-returns')).status()).toBe(404);

  expect((await nextMailTo(app, email, 3)).subject).toMatch(/^Your account on .* is closed$/);
  await page.request.post('/api/send-login-magic-link', { data: { email } });
  const back = await nextMailTo(app, email, 4);
  expect(back.subject).toMatch(/^Your closed account on /);
  await page.goto(linkIn(back));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('leaves-and-returns').first()).toBeVisible();
  await expect.poll(async () => (await page.request.get('/leaves-and-returns')).status()).toBe(200);
});

/** Opens the API documentation on a phone with all of its details shown. */
async function openDocumentation(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/api/docs');
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

test('the API documentation passes axe in both themes, fits the screen and obeys its policy', { tag: '@long' }, async ({
  page,
}) => {
  const violations: string[] = [];
  const addresses: string[] = [];
  await page.exposeFunction('noteViolation', (directive: string) => violations.push(directive));
  await page.addInitScript('addEventListener("securitypolicyviolation", (e) => noteViolation(e.violatedDirective))');
  page.on('request', (request) => addresses.push(request.url()));
  await openDocumentation(page);
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isTooWide).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Change a handle' }).first().click();
  await expect(page).toHaveURL(/#patch-api-handles-id$/);
  await expect(page.getByRole('heading', { name: 'Change a handle' })).toBeInViewport();
  expect(violations).toEqual([]);
  expect(addresses.filter((address) => new URL(address).origin !== new URL(page.url()).origin)).toEqual([]);

  // The groups look alike, and axe needs half a minute for all of them.
  await page.evaluate(() => {
    for (const section of [...document.querySelectorAll('section')].slice(2)) section.remove();
    const linked = (link: Element) => document.querySelector(link.getAttribute('href') ?? '');
    for (const link of document.querySelectorAll('a[href^="#"]')) if (!linked(link)) link.remove();
  });
  await page.setViewportSize({ width: 320, height: 800 });
  await expectAccessible(page, 'the first groups of the API documentation');
});

test('all groups of the API documentation pass axe in both themes', { tag: '@long' }, async ({ page }) => {
  await openDocumentation(page);
  await expectAccessible(page, 'the API documentation');
});

import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import { pressAgain } from '../support/browser/press-again.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import type { App } from '../support/server/app-process.ts';

async function signInAsAdmin(app: App, page: Page): Promise<void> {
  const response = await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  expect(response.status()).toBe(200);
}

/** Expects a toast with a title and a description. */
async function expectToast(page: Page, title: string, description: string | RegExp): Promise<void> {
  // Below an open dialog it has no role.
  const toast = page.locator('ol > li[data-state=open]');
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(description);
}

/** Expects the table with these columns. Hidden titles have a text, too. */
const expectColumns = (page: Page, ...titles: string[]) =>
  expect(page.getByRole('columnheader')).toHaveText(titles, { useInnerText: true });

test('a user who is no administrator sees a message, and no admin data is requested', async ({ app, page }) => {
  await signedInWith(app, page, 'no-admin-at-all');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/app/adm');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText("You don't have permission to access this admin area.")).toBeVisible();
  await expect(page.getByText('Only authorized administrators can view this page.')).toBeVisible();
  await page.goto('/app/adm/prices');
  await expect(page.getByText('Access denied. Admin privileges required.')).toBeVisible();
  expect(requested.filter((path) => path.startsWith('/api/admin/'))).toEqual(['/api/admin/check', '/api/admin/check']);
});

test('a failed admin check denies access, and nothing is shown before its response', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 500/);
  await signInAsAdmin(app, page);
  await mockResponse(page, '**/api/admin/check', 'never');
  await page.goto('/app/adm');
  await expect(page.getByRole('status', { name: 'Checking permissions' })).toBeVisible();
  await page.unroute('**/api/admin/check');
  await mockResponse(page, '**/api/admin/check', { status: 500, body: 'no' });
  await page.goto('/app/adm');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
});

test('packages can be created, changed and deleted, with a message for each outcome', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of (400|500)/, /ERR_FAILED/);
  await signInAsAdmin(app, page);
  await mockResponse(page, '**/api/admin/packages', { status: 500, body: 'no' });
  await page.goto('/app/adm/prices');
  await expect(page.getByText('Failed to load packages. Please try refreshing the page.')).toBeVisible();
  await page.unroute('**/api/admin/packages');
  await page.getByRole('button', { name: 'Try Again' }).click();
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await expect(card('Plus')).toContainText('Full Price$9.99/year');
  await expect(card('Plus')).toContainText('Current Price$4.99/year');

  await page.getByRole('button', { name: 'Add Package' }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Package Name');
  const [full, now] = [dialog.getByLabel('Full Price (USD/year)'), dialog.getByLabel('Current Price (USD/year)')];
  await expect(dialog.getByRole('heading', { name: 'Create New Package' })).toBeVisible();
  await expect(name).toHaveAttribute('placeholder', 'e.g., Premium');
  for (const price of [full, now]) {
    await expect(price).toHaveAttribute('step', '0.01');
    await expect(price).toHaveValue('0');
  }
  await name.fill('Gold');
  await full.fill('20.5');
  // Input that is no number counts as 0.
  await now.fill('');
  await mockResponse(page, '**/api/admin/packages', 'nothing');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Error', 'Failed to create package');
  // F8 reaches the toast past the dialog, which stays open and gets the focus back.
  const toasts = page.getByRole('region', { name: /Notifications/ });
  await page.keyboard.press('F8');
  await expect(toasts.getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(toasts.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toasts.getByRole('listitem')).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.unroute('**/api/admin/packages');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Success', 'Package created successfully');
  await expect(dialog).toBeHidden();
  await expect(card('Gold')).toContainText('Full Price$20.50/year');
  await expect(card('Gold')).toContainText('Current Price$0/year');

  await page.getByRole('button', { name: 'Edit Gold' }).click();
  await expect(dialog.getByRole('heading', { name: 'Edit Package' })).toBeVisible();
  await expect(name).toHaveValue('Gold');
  await name.fill('');
  await now.fill('30');
  await page.keyboard.press('Enter');
  const errors = 'The name cannot be empty, The current price cannot be above the full price';
  await expectToast(page, 'Error', `Validation error: ${errors}`);
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Gold');
  await now.fill('10');
  for (const [response, message] of [
    [{ status: 500, json: { message: 'The message of the server' } }, 'The message of the server'],
    [{ status: 500, body: 'no' }, 'Failed to update package'],
  ] as const) {
    await mockResponse(page, '**/api/admin/packages/*', response);
    await pressAgain(page, dialog.getByRole('button', { name: 'Save' }), '**/api/admin/packages/*');
    await expectToast(page, 'Error', message);
    await page.unroute('**/api/admin/packages/*');
  }
  await mockResponse(page, '**/api/admin/packages/*', 'never');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Saving...')).toBeVisible();
  // In this order, because the end of the mock would let the request through, which changes the version of the package.
  await page.reload();
  await page.unroute('**/api/admin/packages/*');
  await page.getByRole('button', { name: 'Edit Gold' }).click();
  await now.fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Success', 'Package updated successfully');
  await expect(card('Gold')).toContainText('Current Price$10/year');

  // A plan that becomes dearer: asked first, with the number of emails, and nothing is sent before the answer.
  const saved: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saved.push(request.url()));
  await page.getByRole('button', { name: 'Edit Vanity' }).click();
  await now.fill('600');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('The Vanity plan rises from $499.99 to $600.00 a year. 0 people');
  await expectAccessible(page, 'a rise of a price');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(now).toHaveValue('600');
  expect(saved).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Raise the price' }).click();
  await expect(card('Vanity')).toContainText('Current Price$600/year');
  await page.getByRole('button', { name: 'Edit Vanity' }).click();
  await now.fill('499.99');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card('Vanity')).toContainText('Current Price$499.99/year');

  const remove = async () => {
    await page.getByRole('button', { name: 'Delete Gold' }).click();
    await expect(dialog).toContainText('Are you sure you want to delete this package?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
  };
  await mockResponse(page, '**/api/admin/packages/*', 'nothing');
  await remove();
  await expectToast(page, 'Error', 'Failed to delete package');
  await page.unroute('**/api/admin/packages/*');
  await remove();
  await expectToast(page, 'Success', 'Package deleted successfully');
  await expect(card('Gold')).toBeHidden();
});

test('the admin dashboard shows counts and lists, suspends a user and logs it', async ({ app, browser, page }) => {
  const owner = await browser.newPage({ baseURL: app.url });
  await signedInWith(app, owner, 'seen-by-an-admin');
  await owner.close();
  await signInAsAdmin(app, page);
  const counted = page.waitForResponse('**/api/admin/stats');
  await page.goto('/app/adm');
  await expect(page.getByText('Admin Panel')).toBeVisible();
  await expect(page.getByText('System Administration')).toBeVisible();
  const { users, activeHandles, activeProfiles } = await (await counted).json();
  const cards = page.getByRole('main').locator('dl');
  await expect(cards).toContainText(`Total Users${users}`);
  await expect(cards).toContainText(`Active Handles${activeHandles}`);
  await expect(cards).toContainText(`Active Profiles${activeProfiles}`);
  await expect(page.getByRole('link', { name: 'Dashboard System overview and analytics' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expectColumns(page, 'ID', 'Email', 'Status', 'Admin', 'Joined', 'Actions');
  const row = page.getByRole('row', { name: /seen-by-an-admin@/ });
  await expect(row).toContainText('Verified');
  await expect(row).toContainText('User');
  await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d\s[AP]M/);

  // The first page has the newest 50 accounts, so an older one has to be searched for.
  await page.getByLabel('Part of an email or an inbox').fill('admin@');
  await expect(page.getByRole('row', { name: /admin@example\.test/ })).toContainText('Admin');
  await page.getByLabel('Part of an email or an inbox').fill('SEEN-BY');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    '/api/admin/users.csv?search=SEEN-BY',
  );
  await row.getByRole('button', { name: /^Handle limit/ }).click();
  const limit = page.getByRole('dialog');
  await expect(limit.getByLabel('Free handles')).toHaveValue('');
  await limit.getByLabel('Free handles').fill('40');
  await limit.getByLabel('Reason').fill('Runs the pages of a school.');
  await limit.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Success', 'The limit of seen-by-an-admin');
  // The list follows shortly after the message.
  await expect(async () => {
    await row.getByRole('button', { name: /^Handle limit/ }).click();
    const shown = await limit.getByLabel('Free handles').inputValue();
    await limit.getByRole('button', { name: 'Cancel' }).click();
    await expect(limit).toBeHidden();
    expect(shown).toBe('40');
  }).toPass();
  await page.getByLabel('Part of an email or an inbox').fill('nobody-at-all');
  await expect(page.getByText('Nothing is found for “nobody-at-all”.')).toBeVisible();

  // The tabs and the sort buttons are operated by keyboard.
  await page.getByRole('tab', { name: 'Users' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Handles' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row', { name: /seen-by-an-admin/ })).toContainText('active');
  await expectColumns(page, 'ID', 'Handle', 'User ID', 'Plan', 'Status', 'Created', 'Actions');
  const header = page.getByRole('columnheader', { name: 'Handle', exact: true });
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await header.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await page.keyboard.press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  // The column header shows the order immediately, the rows follow with the response.
  await expect(async () => {
    const names = await page.getByRole('row').locator('td:nth-child(2)').allInnerTexts();
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual(names.toSorted().reverse());
  }).toPass();

  await page.getByRole('button', { name: 'Suspend seen-by-an-admin' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog).toContainText('Please say why.');
  await dialog.getByLabel('Reason').fill('It pretends to be somebody else.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expectToast(page, 'Success', 'seen-by-an-admin is suspended');
  await expect(page.getByRole('row', { name: /seen-by-an-admin/ })).toContainText('suspended');
  await expect.poll(async () => (await page.request.get('/seen-by-an-admin')).status()).toBe(404);

  await page.getByRole('tab', { name: 'Profiles' }).click();
  await expectColumns(page, 'ID', 'Username', 'Display Name', 'Handle ID', 'Email Visible', 'Social Links');
  await expect(page.getByRole('row', { name: /seen-by-an-admin/ })).toContainText('Visible');
  await expect(page.getByRole('row', { name: /seen-by-an-admin/ })).toContainText('0 links');
  await page.getByRole('tab', { name: 'Mail Queue' }).click();
  await expect(page.getByText(/No mail is waiting\.|waiting, the oldest since/)).toBeVisible();
  await expect(page.getByText('Nothing needs attention.')).toBeVisible();
  for (const [act, left] of [
    ['Pause', 'Resume'],
    ['Resume', 'Pause'],
  ] as const) {
    await page.getByRole('button', { name: `${act} Queue` }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill(`To try ${act}.`);
    await page.getByRole('dialog').getByRole('button', { name: act }).click();
    await expect(page.getByRole('button', { name: `${left} Queue` })).toBeVisible();
    await expect(page.getByText('To try Pause.')).toHaveCount(act === 'Pause' ? 1 : 0);
  }

  await page.getByRole('tab', { name: 'Audit Log' }).click();
  await expect(page.getByRole('row', { name: /resume queue/ })).toContainText('To try Resume.');
  await expect(page.getByRole('row', { name: /suspend handle .*seen-by-an-admin/ })).toContainText(
    'It pretends to be somebody else.',
  );
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Audit Log' })).toHaveAttribute('aria-selected', 'true');
});

test('admin screens on a phone have a side menu, fit the screen and pass axe in both themes', async ({ app, page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signInAsAdmin(app, page);
  const settled = watchRequests(page);
  await page.goto('/app/adm');
  for (const tab of ['Users', 'Handles', 'Profiles', 'Payments', 'Mail Queue', 'Audit Log']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await settled();
    await expectAccessible(page, tab);
  }
  await page.getByRole('button', { name: 'Open admin menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Admin Panel' });
  await expect(menu).toContainText('Logged in as admin');
  await expect(menu).toContainText('Access restricted to authorized users');
  await expectAccessible(page, 'the menu');
  await menu.getByRole('link', { name: 'Prices Pricing plans and revenue' }).click();
  await expect(page).toHaveURL(/\/app\/adm\/prices$/);
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Edit Plus' }).click();
  await expectAccessible(page, 'the package dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open admin menu' }).click();
  await menu.getByRole('link', { name: 'Back to site' }).click();
  await expect(menu).toBeHidden();
});

import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expectToast, mockResponse, test } from '../support/browser/fixtures.ts';
import { watchRequests } from '../support/browser/pending-requests.ts';
import { pressAgain } from '../support/browser/press-again.ts';
import { signedInWith, signInAsAdmin } from '../support/browser/sign-in.ts';

/** Expects the table with these columns. Hidden titles also have a text. */
const expectColumns = (page: Page, ...titles: string[]) =>
  expect(page.getByRole('columnheader')).toHaveText(titles, { useInnerText: true });

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

  // The first page has the newest 50 accounts, so an older one must be searched for.
  await page.getByLabel('Part of an email or an inbox').fill('admin@');
  await expect(page.getByRole('row', { name: /admin@example\.test/ })).toContainText('Admin');
  await page.getByLabel('Part of an email or an inbox').fill('SEEN-BY');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    '/api/admin/users.csv?search=SEEN-BY',
  );
  await row.getByRole('button', { name: /^Role of/ }).click();
  const role = page.getByRole('dialog');
  await role.getByLabel('Role').selectOption('moderation');
  await expect(role).toContainText('Decides reports');
  await expectAccessible(page, 'admin: role of an account');
  await page.keyboard.press('Escape');
  await expect(role).toBeHidden();
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
  await expect(page.getByText('Nothing was found for “nobody-at-all”.')).toBeVisible();

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

test('admin screens on a phone have a side menu, fit the screen and pass axe in both themes', async ({
  allowErrors,
  app,
  page,
}) => {
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
  // F8 reaches a toast past the dialog, which stays open and gets the focus back.
  const dialog = page.getByRole('dialog');
  allowErrors(/ERR_FAILED/);
  await mockResponse(page, '**/api/admin/packages/*', 'nothing');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Error', 'Failed to update package');
  const toasts = page.getByRole('region', { name: /Notifications/ });
  await page.keyboard.press('F8');
  await expect(toasts.getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(toasts.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toasts.getByRole('listitem')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.unroute('**/api/admin/packages/*');

  await dialog.getByLabel('Full Price (USD/year)').fill('600');
  await dialog.getByLabel('Current Price (USD/year)').fill('600');
  await pressAgain(page, dialog.getByRole('button', { name: 'Save' }), '**/api/admin/packages/rises');
  await expect(dialog).toContainText(/The Plus plan rises from \$4\.99 to \$600\.00 a year\. \d+ (?:people|person)/);
  await expectAccessible(page, 'a rise of a price');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Current Price (USD/year)')).toHaveValue('600');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Open admin menu' }).click();
  await menu.getByRole('link', { name: 'Back to site' }).click();
  await expect(menu).toBeHidden();
});

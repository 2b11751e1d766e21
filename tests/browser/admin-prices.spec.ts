import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expectToast, mockResponse, test } from '../support/browser/fixtures.ts';
import { pressAgain } from '../support/browser/press-again.ts';
import { signInAsAdmin } from '../support/browser/sign-in.ts';

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
  // Input other than a number counts as 0.
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
  await mockResponse(page, '**/api/admin/packages/* ', 'never');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Saving...')).toBeVisible(); // The order matters: once the mock ends, the request goes through and changes the version of the package. await page.reload(); await page.unroute('* */api/admin/packages/*');
  await page.getByRole('button', { name: 'Edit Gold' }).click();
  await now.fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Success', 'Package updated successfully');
  await expect(card('Gold')).toContainText('Current Price$10/year');

  // A price rise needs a confirmation that states the number of emails. Nothing is sent before it.
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

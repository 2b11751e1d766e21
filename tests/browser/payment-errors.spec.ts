import { expect } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { approve, atPayment, expectFailure, openPaypal, payButton } from '../support/payments/checkout.ts';

test('an invalid email is rejected at its step, and an email that the server rejects can be corrected', async ({
  allowErrors,
  page,
}) => {
  allowErrors(/status of 400 .*paypal\/order/);
  await page.goto('/create?handle=corrected');
  await page.getByRole('button', { name: 'Reserve It!', disabled: false }).click();
  const email = page.getByRole('textbox', { name: 'Your email' });
  const next = page.getByRole('button', { name: 'Continue to Payment' });
  for (const [typed, reason] of [
    ['@', 'Please enter a valid email address'],
    ['somebody@localhost.example, other@buyer.example', 'Please enter a valid email address'],
  ] as const) {
    await email.fill(typed);
    await next.click();
    await expect(page.getByText(reason)).toBeVisible();
    await expect(email).toBeFocused();
    await expect(payButton(page)).toBeHidden();
  }
  await email.fill('full@buyer.example');
  await expect(page.getByText('Please enter a valid email address')).toBeHidden();
  await next.click();
  const reason = 'This address is not accepted here.';
  await mockResponse(page, '**/paypal/order', { status: 400, json: { code: 'own_domain', message: reason } });
  await payButton(page).click();
  await expectFailure(page, 'Payment failed. Please try again.', reason);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(email).toHaveValue('full@buyer.example');
  await expect(page.getByText(reason)).toBeVisible();
  await page.unroute('**/paypal/order');
  await email.fill('other@buyer.example');
  await expect(page.getByText(reason)).toBeHidden();
  await next.click();
  await approve(page);
  await expect(page.getByRole('heading', { name: 'It’s yours!' })).toBeVisible();
});

test('a price that has changed during a payment is shown before the next attempt', async ({ allowErrors, page }) => {
  allowErrors(/status of 400 .*paypal\/order/);
  await atPayment(page, 'dearer');
  const message = 'The price is $6 a year. Please reload the page and try again.';
  await mockResponse(page, '**/paypal/order', { status: 400, json: { code: 'price_changed', message } });
  await mockResponse(page, '**/api/packages', {
    json: [{ name: 'Plus', price_yearly_usd_now: 6, price_yearly_usd_full: 10 }],
  });
  await payButton(page).click();
  await expectFailure(page, 'Payment failed. Please try again.', message);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Pay $6 with PayPal' })).toBeVisible();
});

test('leaving the page closes the window of PayPal', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await atPayment(page, 'leaving');
  const paypal = await openPaypal(page);
  const closed = paypal.waitForEvent('close');
  await page.goBack();
  await closed;
});

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { linkIn, mailsTo, nextMailTo } from '../support/mail/outbox.ts';
import { approve, atPayment, dialogOf, expectFailure, openPaypal, payButton } from '../support/payments/checkout.ts';

test('a handle can be bought, set up and renewed by mouse at 1280 px', async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/create?handle=mouse');
  await page.getByRole('button', { name: 'Reserve It!', disabled: false }).click();
  const dialog = dialogOf(page);
  const next = page.getByRole('button', { name: 'Continue to Payment' });
  await expect(next).toBeDisabled();
  await page.getByRole('textbox', { name: 'Your email' }).fill('mouse');
  await expect(next).toBeDisabled();
  await page.getByRole('textbox', { name: 'Your email' }).fill('wrong@buyer.example');
  await next.click();
  await page.getByRole('button', { name: 'Back to Email' }).click();
  await expect(page.getByRole('textbox', { name: 'Your email' })).toHaveValue('wrong@buyer.example');
  await page.getByRole('textbox', { name: 'Your email' }).fill('mouse@buyer.example');
  await next.click();
  for (const text of ['mouse@localhost', '$4.99', '50% OFF', '30 days money-back guarantee', 'mouse@buyer.example']) {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(dialog.getByText('instead of $9.99')).toBeVisible();
  await approve(page);
  await expect(dialog.getByText(/mouse is yours until \d+ \w+ \d{4}/)).toBeVisible();

  const receipt = await nextMailTo(app, 'mouse@buyer.example');
  expect(receipt.subject).toContain('Receipt: mouse');
  expect(receipt.text).toMatch(/Paid with: PayPal[\s\S]*Total paid +\$4\.99/);

  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('openLoginModal'))).toBeNull();
  await page.getByRole('textbox', { name: 'Email' }).fill('mouse@buyer.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Magic Link Sent!' })).toBeVisible();
  await page.goto(linkIn(await nextMailTo(app, 'mouse@buyer.example', 2)));
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(`${app.url}/app/manage`);

  // The card shows the end of the paid year and a button to renew.
  const [paid] = await (await page.request.get('/api/handles')).json();
  const year = new Date(paid.paidUntil).getUTCFullYear();
  await expect(page.getByText(new RegExp(`^Paid until .* ${year}\\.`))).toBeVisible();
  await page.getByRole('button', { name: 'Renew mouse' }).click();
  await expect(dialog.getByText(new RegExp(`One year, until .* ${year + 1}`))).toBeVisible();
  await approve(page);
  await expect(page.getByRole('heading', { name: 'Renewed!' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(new RegExp(`^Paid until .* ${year + 1}\\.`))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Renew mouse' })).toBeHidden();
  expect((await nextMailTo(app, 'mouse@buyer.example', 3)).text).toContain('mouse is renewed');
});

test('a handle can be bought by keyboard alone at 390 px', async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/create');
  await page.getByRole('textbox', { name: 'Your handle' }).focus();
  await page.keyboard.type('keys1');
  await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your email' })).toBeFocused();
  await page.keyboard.type('keys1@buyer.example');
  await page.keyboard.press('Enter');
  await expect(payButton(page)).toBeVisible();
  await expect(dialogOf(page)).toBeFocused();
  expect((await new AxeBuilder({ page }).include('[role=dialog]').analyze()).violations).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(payButton(page)).toBeFocused();
  const [paypal] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await paypal.getByRole('button', { name: 'Approve the payment' }).focus();
  await paypal.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'It’s yours!' })).toBeVisible();
  await expect(dialogOf(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'outbox' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Login' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  expect((await nextMailTo(app, 'keys1@buyer.example')).subject).toContain('Receipt');
});

test('a cancelled, closed or declined payment returns to the payment step and buys nothing', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 402 .*capture/);
  const email = await atPayment(page, 'thrice');
  const left = dialogOf(page).getByText('You left PayPal before paying. Nothing was charged.');
  await (await openPaypal(page)).getByRole('button', { name: 'Cancel' }).click();
  await expect(left).toBeVisible();
  await expect(payButton(page)).toBeFocused();

  const paypal = await openPaypal(page);
  await expect(left).toBeHidden();
  await paypal.close();
  await expect(left).toBeVisible();

  await approve(page, 'is declined');
  await expectFailure(page, 'Payment failed. Please try again.', 'PayPal declined this payment. Nothing was taken.');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(payButton(page)).toBeVisible();

  // Closing the dialog abandons the payment and closes PayPal's window.
  const last = await openPaypal(page);
  const gone = last.waitForEvent('close');
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await gone;
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText('Perfect! This handle is available').first()).toBeVisible();
  await page.getByRole('button', { name: 'Reserve It!' }).click();
  await expect(page.getByRole('textbox', { name: 'Your email' })).toHaveValue('');
  expect(await mailsTo(app, email)).toEqual([]);
});

test('the email can be changed after a cancelled payment, and a double click creates one order and one window', {
  tag: '@long',
}, async ({ page }) => {
  await atPayment(page, 'retyped');
  await (await openPaypal(page)).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Back to Email' }).click();
  await page.getByRole('textbox', { name: 'Your email' }).fill('right@buyer.example');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();

  const orders: string[] = [];
  const windows: Page[] = [];
  page.on('request', (request) => request.url().endsWith('/paypal/order') && orders.push(request.url()));
  page.on('popup', (popup) => windows.push(popup));
  await payButton(page).dblclick();
  await expect.poll(() => windows.length).toBe(1);
  await windows[0]?.getByRole('button', { name: 'Approve the payment' }).click();
  // The hold of the first order does not block its own buyer.
  await expect(page.getByRole('heading', { name: 'It’s yours!' })).toBeVisible();
  await expect(dialogOf(page).getByText('right@buyer.example')).toBeVisible();
  expect([orders.length, windows.length]).toEqual([1, 1]);
});

test('a purchase recovers from a missing script and token of PayPal, and from a blocked window', {
  tag: '@long',
}, async ({ allowErrors, page }) => {
  allowErrors(/Failed to load resource/);
  await mockResponse(page, '**/dev/paypal/sdk.js', 'nothing');
  await page.goto('/create?handle=noscript');
  await page.getByRole('button', { name: 'Reserve It!', disabled: false }).click();
  await page.getByRole('textbox', { name: 'Your email' }).fill('noscript@buyer.example');
  await page.keyboard.press('Enter');
  await expectFailure(page, 'Payment failed. Please try again.');
  await page.unroute('**/dev/paypal/sdk.js');
  await mockResponse(page, '**/paypal/setup', {
    status: 503,
    json: { code: 'payments_unavailable', message: 'We cannot reach PayPal at the moment.' },
  });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expectFailure(page, 'Payment failed. Please try again.', 'We cannot reach PayPal at the moment.');
  await page.unroute('**/paypal/setup');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(payButton(page)).toBeVisible();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await payButton(page).click();
  // Our dialog does not trap pointer and focus.
  const inPage = page.getByRole('button', { name: 'Approve the payment' });
  await expect(inPage).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await inPage.click();
  await expect(page.getByRole('heading', { name: 'It’s yours!' })).toBeVisible();
});

test('a refused order shows the message of the server and closes PayPal’s window', { tag: '@long' }, async ({
  allowErrors,
  page,
}) => {
  allowErrors(/status of 409 .*paypal\/order/);
  await atPayment(page, 'refused');
  await mockResponse(page, '**/paypal/order', {
    status: 409,
    json: { code: 'handle_taken', message: 'Sorry, this handle is taken.' },
  });
  const [popup] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()]);
  if (!popup.isClosed()) await popup.waitForEvent('close');
  await expectFailure(page, 'Payment failed. Please try again.', 'Sorry, this handle is taken.');
  // The same order would be refused again, so the dialog closes.
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialogOf(page)).toBeHidden();
});

test('a failed capture or registration can be finished without paying again', async ({ allowErrors, app, page }) => {
  allowErrors(/Failed to load resource/);
  const email = await atPayment(page, 'unlost');
  const registration = '**/api/complete-paid-registration';
  await mockResponse(page, '**/capture', { status: 502, body: 'Bad gateway' });
  await approve(page);
  await expectFailure(page, 'Payment failed. Please try again.', 'Nothing is lost');
  await page.unroute('**/capture');

  for (const [response, message] of [
    [{ status: 502, body: 'Bad gateway' }, 'Failed to complete registration'],
    ['nothing', 'Failed to complete registration. Please contact support.'],
    [
      { status: 503, json: { code: 'unavailable', message: 'The message of the server.' } },
      'The message of the server.',
    ],
  ] as const) {
    await mockResponse(page, registration, response);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(dialogOf(page).getByText('It is not charged a second time.')).toBeVisible();
    await expect(payButton(page)).toBeHidden();
    await page.getByRole('button', { name: 'Finish now' }).click();
    await expectFailure(page, message, 'Nothing is lost');
    await page.unroute(registration);
  }
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('button', { name: 'Finish now' }).click();
  await expect(page.getByRole('heading', { name: 'It’s yours!' })).toBeVisible();
  expect((await nextMailTo(app, email)).subject).toContain('Receipt');
  expect(await mailsTo(app, email)).toHaveLength(1);
});

test('a buyer who loses the race for a handle is refunded and informed on the screen and by mail', async ({
  allowErrors,
  app,
  browser,
  page,
}) => {
  allowErrors(/status of 409 .*complete-paid-registration/);
  // An order without handle and email creates no hold.
  await page.route('**/paypal/order', (route) =>
    route.continue({ postData: JSON.stringify({ amount: 4.99, currency: 'USD', intent: 'CAPTURE' }) }),
  );
  const email = await atPayment(page, 'raced');
  const paypal = await openPaypal(page);
  const otherBuyer = await browser.newPage({ baseURL: app.url });
  await atPayment(otherBuyer, 'raced', 'faster@buyer.example');
  await approve(otherBuyer);
  await expect(otherBuyer.getByRole('heading', { name: 'It’s yours!' })).toBeVisible();
  await otherBuyer.close();

  await paypal.getByRole('button', { name: 'Approve the payment' }).click();
  await expectFailure(
    page,
    'This handle is no longer available. Your payment is being returned to you in full; we have sent you an email about it.',
  );
  await expect(dialogOf(page).getByText('Nothing is lost')).toBeHidden();
  const refund = await nextMailTo(app, email);
  expect(refund.text).toContain('We are refunding the full $4.99 that you paid for raced.');
});

import { expect, type Page } from '@playwright/test';

const PAY = 'Pay $4.99 with PayPal';
/** The dialog that is open. */
export const dialogOf = (page: Page) => page.getByRole('dialog');
/** The button that opens PayPal. */
export const payButton = (page: Page) => page.getByRole('button', { name: PAY });

/** Opens the claim dialog at the payment step, for a handle of 5 to 10 characters. */
export async function atPayment(page: Page, handle: string, email = `${handle}@buyer.example`): Promise<string> {
  await page.goto(`/create?handle=${handle}`);
  await page.getByRole('button', { name: 'Reserve It!', disabled: false }).click();
  await page.getByRole('textbox', { name: 'Your email' }).fill(email);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(payButton(page)).toBeVisible();
  return email;
}

/** Opens the payment window of the PayPal emulator. */
export async function openPaypal(page: Page): Promise<Page> {
  const [paypal] = await Promise.all([page.waitForEvent('popup'), payButton(page).click()]);
  await expect(paypal.getByRole('heading', { name: 'This is not PayPal' })).toBeVisible();
  return paypal;
}

/** Approves the payment in the payment window. */
export async function approve(page: Page, what = 'goes through'): Promise<void> {
  const paypal = await openPaypal(page);
  await paypal.getByLabel('The payment').selectOption(what);
  await paypal.getByRole('button', { name: 'Approve the payment' }).click();
}

/** Expects the error step with these texts. */
export async function expectFailure(page: Page, ...texts: string[]): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  for (const text of texts) await expect(dialogOf(page).getByRole('alert').getByText(text)).toBeVisible();
}

import { expect } from '@playwright/test';
import { pages } from '../../contract/paths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { dropSession, signedInWith } from '../support/browser/sign-in.ts';
import { addAuthenticator } from '../support/browser/virtual-authenticator.ts';
import { codeIn, nextSignInMailTo } from '../support/mail/outbox.ts';

test('the emailed code signs in on the page where it was requested', async ({ allowErrors, app, page }) => {
  allowErrors(/status of 400 .*sign-in-code/);
  await signedInWith(app, page, 'signs-in-by-code');
  await dropSession(page);
  await page.goto(pages.manageEmail());
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('signs-in-by-code@account.example');
  await page.keyboard.press('Enter');
  const field = dialog.getByRole('textbox', { name: 'Code from the email' });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page, 'the field for the code');

  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The code has 6 digits.')).toBeVisible();

  const code = codeIn(await nextSignInMailTo(app, 'signs-in-by-code@account.example'));
  const wrong = code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
  await field.fill('');
  await field.pressSequentially(wrong);
  await expect(field).toHaveValue(`${wrong.slice(0, 3)} ${wrong.slice(3)}`);
  await expect(dialog.getByText('This code is not right.')).toBeVisible();
  await expectAccessible(page, 'a wrong code');

  await field.fill(`Your code: ${code.slice(0, 3)}-${code.slice(3)}`);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Email Magic/ })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${app.url}${pages.manageEmail()}`);
});

test('a passkey signs in with its button or from the email field, and a refusal keeps the typed email', async ({
  app,
  page,
}) => {
  await signedInWith(app, page, 'signs-in-by-passkey');
  const verifyUser = await addAuthenticator(page);
  await page.goto(pages.profileSettings());
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByLabel('Name of the passkey')).toBeVisible();
  await dropSession(page);
  await verifyUser(false);
  await page.goto(pages.create('a-handle-to-keep'));
  // Disables the offer in the email field, which the authenticator would accept before the button is pressed.
  await page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.getByRole('button', { name: 'Connect' }).click();
  const dialog = page.getByRole('dialog');
  const email = dialog.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveAttribute('autocomplete', 'username webauthn');
  await email.fill('half-typed@');
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The passkey request was closed or timed out. Please try again.');
  await expect(email).toHaveValue('half-typed@');
  await verifyUser(true);
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: /account/i })).toBeVisible();
  await expect(page.getByRole('textbox').first()).toHaveValue('a-handle-to-keep');

  // The email field offers passkeys automatically; this authenticator accepts the offer immediately.
  await dropSession(page);
  await page.goto(pages.tos());
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('button', { name: /account/i })).toBeVisible();
  await expect(dialog).toBeHidden();
});

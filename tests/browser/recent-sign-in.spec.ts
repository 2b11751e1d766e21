import { expect, type Page } from '@playwright/test';
import { pages } from '../../contract/paths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { ageSignIns } from '../support/browser/recent-sign-in.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { addAuthenticator } from '../support/browser/virtual-authenticator.ts';
import { codeIn, linkIn, nextConfirmMailTo, nextMailTo } from '../support/mail/outbox.ts';

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' });

test('an address that needs a recent sign-in is saved as typed once the emailed code is entered', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 403 .*email-forwarding/);
  const owner = 'confirms-by-code@account.example';
  await signedInWith(app, page, 'confirms-by-code');
  await ageSignIns(app, owner);
  await page.goto(pages.manageEmail());
  await page.getByRole('button', { name: 'Add Email' }).click();
  const inbox = page.getByRole('textbox', { name: 'Your real email' });
  await inbox.fill('typed-once@real.example');
  await page.keyboard.press('Enter');
  const dialog = confirmation(page);
  await expect(dialog.getByRole('button', { name: 'Email me a code' })).toBeVisible();
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expectAccessible(page, 'the dialog that asks who it is');

  // Escape closes only this dialog; the action shows an error and keeps the input.
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing was changed because you did not confirm your identity.')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(inbox).toHaveValue('typed-once@real.example');
  await page.getByRole('button', { name: 'Send Verification' }).click();

  await dialog.getByRole('button', { name: 'Email me a code' }).click();
  const field = dialog.getByRole('textbox', { name: 'Code from the email' });
  await expect(field).toBeFocused();
  await field.fill(codeIn(await nextConfirmMailTo(app, owner)));
  await expect(page.getByText('Check your email for the verification link to activate the magic!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await nextMailTo(app, 'typed-once@real.example');
});

test('an action that needs a recent sign-in continues after a passkey, or after the link in another tab', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 403 .*account/);
  const owner = 'confirms-by-passkey@account.example';
  await signedInWith(app, page, 'confirms-by-passkey');
  await addAuthenticator(page);
  await page.goto(pages.profileSettings());
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByLabel('Name of the passkey')).toBeVisible();
  const dialog = confirmation(page);

  for (const confirm of [
    async () => dialog.getByRole('button', { name: 'Use a passkey' }).click(),
    async () => {
      await dialog.getByRole('button', { name: 'Email me a code' }).click();
      const other = await page.context().newPage();
      await other.goto(linkIn(await nextConfirmMailTo(app, owner)));
      await other.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
      await other.close();
    },
  ]) {
    await ageSignIns(app, owner);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('button', { name: 'Send the link' }).click();
    await confirm();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused();
  }
});

import { expect } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { linkIn, mailsTo, nextMailTo } from '../support/mail/outbox.ts';

test('a forwarding address is added, verified by a resent mail, changed, switched off and removed', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 400 .*email-forwarding/, /ERR_FAILED .*toggle/);
  const owner = 'forwarder@account.example';
  await page.request.post('/api/send-magic-link', { data: { email: owner, handle: 'forwarding-screens' } });
  await page.goto(linkIn(await nextMailTo(app, owner)));
  await page.getByRole('main').getByRole('button').click();
  await expect(page).toHaveURL(`${app.url}/app/manage`);

  await page.goto('/app/manage-email');
  await page.getByRole('button', { name: 'Add Email' }).click();
  await expect(page.getByRole('heading', { name: 'Add Email Magic' })).toBeVisible();
  const send = page.getByRole('button', { name: 'Send Verification' });
  await expect(send).toBeDisabled();
  await expect(page.getByText('An ordinary reply from it does; handles on paid plans')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your real email' }).fill('not an address');
  await send.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add Email' }).click();
  await page.getByRole('textbox', { name: 'Your real email' }).fill('first@real.example');
  await send.click();
  await expect(page.getByText('Check your email for the verification link to activate the magic!')).toBeVisible();
  // A dialog that has just opened may not listen to keys yet.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1000 });
  }).toPass();

  // Clicking a pending address resends the verification mail.
  await page
    .getByRole('button', { name: /first@real\.example/ })
    .first()
    .click();
  await expect(
    page.getByText('Verification email sent! Please check your email for the verification link.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(linkIn(await nextMailTo(app, 'first@real.example', 2)));
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${app.url}/app/manage-email`);
  await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible();

  // A new address needs its own verification. Until then the old one receives mail.
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Change Email Magic' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Your real email' }).fill('second@real.example');
  await send.click();
  await expect(
    page.getByText('Email forwarding updated! Check your new email for the verification link.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Mail still goes to first@real.example')).toBeVisible();
  await nextMailTo(app, 'second@real.example');

  const toggle = page.getByRole('switch', { name: /Forward mail to/ });
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await page.reload();
  await expect(toggle).not.toBeChecked();
  await page.route('**/toggle', (route) => route.abort());
  await toggle.click();
  await expect(page.getByText('An error occurred while updating email forwarding.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toggle).not.toBeChecked();

  await page.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /remove/i })
    .click();
  await expect(page.getByRole('button', { name: 'Add Email' })).toBeVisible();
  expect(await mailsTo(app, 'second@real.example')).toHaveLength(1);
});

test('an address can be added by keyboard without losing the focus, even if the code of the dialog is downloaded late', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 404 .*forwarding-dialogs/, /dynamically imported module/);
  await signedInWith(app, page, 'by-keyboard-alone');
  const code = '**/assets/forwarding-dialogs*';
  await mockResponse(page, code, { status: 404 });
  await page.goto('/app/manage-email');
  await page.getByRole('button', { name: 'Add Email' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add Email' })).toBeFocused();
  await page.unroute(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your real email' })).toBeFocused();
  await page.keyboard.type('keys@real.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Got it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The button that opened the dialog no longer exists.
  await expect(page.getByRole('main')).toBeFocused();
});

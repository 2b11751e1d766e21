import { expect, type Locator } from '@playwright/test';
import { pages } from '../../contract/paths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { claimInBrowser } from '../support/browser/claim.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { linkIn, nextLinkMailTo, nextMailTo } from '../support/mail/outbox.ts';

test('the sign-in address is changed through two emailed links, and the old mailbox undoes the change in another browser', async ({
  allowErrors,
  app,
  browser,
  page,
}) => {
  allowErrors(/status of 4\d\d .*account\/email/, /status of 401/);
  const [from, to] = ['moves-away@account.example', 'moves-in@account.example'];
  await claimInBrowser(app, page, 'moves-its-address', from);
  await page.goto(pages.manage());
  await page.getByRole('button', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile Settings' })).toBeVisible();
  const block = page.getByRole('region', { name: 'Sign-in address' });
  await expect(block).toContainText(from);

  await block.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your sign-in address' });
  const field = dialog.getByRole('textbox', { name: 'New email' });
  await expect(field).toBeFocused();
  await expectAccessible(page, 'the dialog that changes the sign-in address');
  await field.fill('nothing');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await field.fill(from);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('You already sign in with this address.')).toBeVisible();
  await mockResponse(page, '**/api/account/email', {
    status: 429,
    json: { code: 'too_many_letters', message: 'Wait.' },
  });
  await field.fill(to);
  // A failed action stays locked for a short time.
  const submit = async (result: Locator) =>
    expect(async () => {
      await field.press('Enter', { timeout: 2000 });
      await expect(result).toBeVisible({ timeout: 2000 });
    }).toPass();
  await submit(dialog.getByText('Wait.'));
  await page.unroute('**/api/account/email');
  await submit(page.getByRole('dialog', { name: 'Check both inboxes' }));
  const sent = page.getByRole('dialog', { name: 'Check both inboxes' });
  await expect(sent).toContainText(to);
  await sent.getByRole('button', { name: 'Got it' }).click();

  await expect(block.getByText('Waiting for confirmation')).toBeVisible();
  await expect(block).toContainText(`Open the link that we sent to ${from} and to ${to}`);
  await expectAccessible(page, 'the account page with a change that waits');
  await block.getByRole('button', { name: 'Stop the change' }).click();
  await expect(block.getByText('Waiting for confirmation')).toBeHidden();

  await block.getByRole('button', { name: 'Change' }).click();
  await field.fill(to);
  await page.keyboard.press('Enter');
  await sent.getByRole('button', { name: 'Got it' }).click();
  const phone = await browser.newPage({ baseURL: app.url });
  await phone.goto(linkIn(await nextLinkMailTo(app, from, 3)));
  await expectAccessible(phone, 'the page that confirms a change');
  await phone.getByRole('button', { name: 'Change the address' }).click();
  await expect(phone.getByRole('heading', { name: 'Confirmed. One more to go' })).toBeVisible();
  // The page notices it when its owner returns from the mailbox.
  const mailbox = await page.context().newPage();
  await mailbox.goto(linkIn(await nextLinkMailTo(app, to, 2)));
  await mailbox.getByRole('button', { name: 'Confirm' }).click();
  await expect(mailbox.getByRole('heading', { name: `You sign in as ${to} now` })).toBeVisible();
  await mailbox.getByRole('link', { name: 'Go to your account' }).click();
  await expect(mailbox.getByText(`Changed from ${from}`)).toBeVisible();
  await expectAccessible(mailbox, 'the account page after a change');
  await mailbox.close();

  const told = await nextMailTo(app, from, 4);
  expect(told.subject).toMatch(/^Your sign-in address on .* was changed$/);
  await phone.goto(linkIn(told));
  await phone.getByRole('button', { name: 'Undo the change' }).click();
  await expect(phone.getByRole('heading', { name: 'The change was undone' })).toBeVisible();
  await phone.close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Login Required' })).toBeVisible();
});

import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { letRest, pauseSending, signedInWithPlus } from '../support/browser/plus-handle.ts';
import { ageSignIns } from '../support/browser/recent-sign-in.ts';
import { signedInWith, verifyInbox } from '../support/browser/sign-in.ts';
import { codeIn, mailsTo, nextConfirmMailTo } from '../support/mail/outbox.ts';
import { signedIn } from '../support/seeds/owner.ts';
import { seed } from '../support/seeds/seed.ts';
import { seedSender, seedUse } from '../support/seeds/sending.ts';

test('an app password is created after a recent sign-in, shown once, and revoked; a test from the handle arrives', async ({
  allowErrors,
  app,
  page,
  context,
}) => {
  allowErrors(/status of 403 .*app-passwords/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const inbox = 'sends-from@real.example';
  const id = await signedInWithPlus(app, page, 'sends', inbox);
  await page.goto(`/app/manage-email?handleId=${id}&tab=sending`);
  await expect(
    page.getByRole('navigation', { name: /^Mail of/ }).getByRole('link', { name: 'Sending' }),
  ).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('0 of 50')).toBeVisible();

  await ageSignIns(app, 'sends-longer-name@account.example');
  await page.getByRole('button', { name: 'Create an app password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create password' }).click();
  await expect(dialog.getByText('Please name this password.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Gmail');
  await page.keyboard.press('Enter');
  const identity = page.getByRole('dialog', { name: 'Confirm it is you' });
  await identity.getByRole('button', { name: 'Email me a code' }).click();
  const mail = await nextConfirmMailTo(app, 'sends-longer-name@account.example');
  await identity.getByRole('textbox').fill(codeIn(mail));
  await expect(identity).toBeHidden();
  await expect(dialog.getByRole('heading', { name: 'Your app password' })).toBeVisible();
  const password = (await dialog.locator('output').textContent()) ?? '';
  expect(password.replaceAll('-', '').length).toBeGreaterThanOrEqual(26);
  await expect(dialog.getByRole('button', { name: 'Copy password' })).toBeFocused();

  // The first attempt to close warns, because the password was not copied.
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('You have not copied it yet.');
  await dialog.getByRole('button', { name: 'Copy password' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const row = page.getByRole('list', { name: 'App passwords' }).getByRole('listitem');
  await expect(row).toContainText('GmailCreated just now');
  await expect(row).toContainText('Never used');
  await expect(page.getByText(password)).toHaveCount(0);

  await page.getByRole('button', { name: 'Send a test from my handle' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Delivered' })).toBeVisible();
  await expect(page.getByText('Accepted for sending')).toBeVisible();
  await expect(page.getByText('1 of 50')).toBeVisible();
  const arrived = (await mailsTo(app, inbox)).at(-1);
  expect(arrived?.from?.address).toBe('sends@localhost');
  await page
    .getByRole('navigation', { name: /^Mail of/ })
    .getByRole('link', { name: 'Forwarding' })
    .click();
  await page.getByRole('combobox', { name: 'Received or sent' }).selectOption('Sent');
  await expect(page.getByRole('button', { name: new RegExp(`Sent to ${inbox}.*Delivered`) })).toBeVisible();
  await page.getByRole('combobox', { name: 'Received or sent' }).selectOption('Received');
  await expect(page.getByText('No mail of the last 90 days matches.')).toBeVisible();

  await page
    .getByRole('navigation', { name: /^Mail of/ })
    .getByRole('link', { name: 'Sending' })
    .click();
  await page.getByRole('button', { name: 'Revoke Gmail' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('heading', { name: 'No app password yet' })).toBeVisible();
  await expect(page.locator('main, main *').and(page.locator(':focus'))).toHaveCount(1);

  await pauseSending(app, id, 'nobody@gone.example');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Too many messages from this handle bounced.');
  await expect(page.getByRole('button', { name: 'Send a test from my handle' })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove nobody@gone.example' }).click();
  await expect(page.getByText('There are no such addresses.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume sending' }).click();
  await expect(page.getByText('Sending is on again').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a test from my handle' })).toBeEnabled();

  await letRest(app, id);
  await page.reload();
  await expect(page.getByText('The year that was paid for has ended')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Renew on the dashboard' })).toBeVisible();
});

test('the tabs of a free handle explain the plan, by keyboard; all states of sending pass axe and fit 320 px', async ({
  allowErrors,
  app,
  page,
}) => {
  test.setTimeout(180_000);
  allowErrors(/status of (409|503)/);
  const id = await signedInWith(app, page, 'a-handle-of-thirty-letters-yes');
  await verifyInbox(app, page, id, 'inbox-of-thirty-letters@inbox.example');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/app/manage-email?handleId=${id}`);
  await page
    .getByRole('navigation', { name: /^Mail of/ })
    .getByRole('link', { name: 'Forwarding' })
    .focus();
  for (const [tab, title] of [
    ['Sending', 'Send mail from your handle'],
    ['Replies', 'Reply from your handle'],
    ['Auto-reply', 'Answer while you are away'],
  ] as const) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation', { name: /^Mail of/ }).getByRole('link', { name: tab })).toBeFocused();
    await expect(page.getByRole('navigation', { name: /^Mail of/ }).getByRole('link', { name: tab })).toBeInViewport();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectAccessible(page, `${tab} without the plan`);
  }
  await expect(page.getByRole('link', { name: 'Find a shorter handle' }).last()).toHaveAttribute('href', '/create');
  await expect(page.getByText('Part of Plus, $4.99 a year').last()).toBeVisible();

  const { handleId } = await signedIn(app, page, async (db) => {
    const owner = await seedSender(db, 'all-states');
    await seedUse(db, owner.handleId, { since: 3, hour: 11, day: 40 });
    return owner;
  });
  const sending = `/app/manage-email?handleId=${handleId}&tab=sending`;
  await page.goto(sending);
  await expect(page.getByText('11 of 12')).toBeVisible();
  await expect(page.getByText(/^First week:/)).toBeVisible();
  await page.getByRole('button', { name: 'Send a test from my handle' }).click();
  await expect(page.getByText('the message comes from all-states@localhost')).toBeVisible();
  await expect(page.getByText('12 of 12, limit reached')).toBeVisible();
  for (const program of ['Gmail', 'Outlook', 'Apple Mail', 'Thunderbird', 'Another program']) {
    await page.locator('summary').filter({ hasText: program }).press('Enter');
    await expect(page.locator('details[open]')).toHaveCount(1);
    await expect(page.locator('details[open]').getByText('localhost', { exact: true })).toBeVisible();
  }
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) {
      details.removeAttribute('name');
      details.open = true;
    }
  });
  await expectAccessible(page, 'the guides for all programs');
  await page.getByRole('button', { name: 'Create an app password' }).click();
  await mockResponse(page, '**/app-passwords', {
    status: 409,
    json: { code: 'app_password_limit', message: 'Too many.' },
  });
  await page.getByRole('textbox', { name: 'Name' }).fill('Eleventh');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Too many.')).toBeVisible();
  await expectAccessible(page, 'the dialog of a new app password');
  await page.unroute('**/app-passwords');
  await page.getByRole('button', { name: 'Cancel' }).click();

  const failure = { status: 503, body: 'no JSON' };
  for (const path of ['**/sending', '**/app-passwords', '**/suppressions']) await mockResponse(page, path, failure);
  await page.goto(sending);
  await expect(page.getByText('We could not load what this handle may send. Please try again.')).toBeVisible();
  await page.unroute('**/sending');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('We could not load the app passwords. Please try again.')).toBeVisible();
  await expectAccessible(page, 'sending whose lists have failed');
  await page.unroute('**/app-passwords');
  await page.unroute('**/suppressions');
  await seed(app, async (db) => {
    await db.deleteFrom('app_passwords').where('handle_id', '=', handleId).execute();
    const pause = { paused_at: new Date(), pause_reason: 'administrator' };
    await db.updateTable('sending_settings').set(pause).where('handle_id', '=', handleId).execute();
  });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('write to postmaster@localhost');
  await expect(page.getByRole('button', { name: 'Resume sending' })).toHaveCount(0);
  await expectAccessible(page, 'sending that an administrator paused');
});

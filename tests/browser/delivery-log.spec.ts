import { expect, type Locator } from '@playwright/test';
import { createTransport } from 'nodemailer';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith, verifyInbox } from '../support/browser/sign-in.ts';
import { mailsTo } from '../support/mail/outbox.ts';
import { seedReceiver } from '../support/seeds/deliveries.ts';
import { signedIn } from '../support/seeds/owner.ts';

test('the delivery log shows each step of a test mail and of a mail from a stranger', async ({ app, page }) => {
  const inbox = 'where@real.example';
  await verifyInbox(app, page, await signedInWith(app, page, 'where-did-it-go'), inbox);
  await page.goto('/app/manage-email');
  await page.getByRole('link', { name: 'Where did it go?' }).click();
  await expect(page.getByRole('heading', { name: 'No mail yet' })).toBeVisible();

  // The events of a test mail are shown as they happen.
  await page.getByRole('button', { name: 'Send me a test mail' }).click();
  const progress = page
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: 'Your test mail' }) })
    .last();
  await expect(page.getByRole('status').filter({ hasText: 'Delivered' })).toBeVisible();
  await expect(page.getByText(`was forwarded to ${inbox}`)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(progress).toHaveCount(0);
  expect((await mailsTo(app, inbox)).at(-1)?.subject).toMatch(/test mail/i);
  const list = page.getByRole('list', { name: 'Messages, newest first' });
  const refreshUntilVisible = (row: Locator) =>
    expect(async () => {
      await page.getByRole('button', { name: 'Look again' }).click();
      await expect(row).toBeVisible({ timeout: 500 });
    }).toPass();
  await expect(list.getByRole('listitem').filter({ hasText: 'Delivered' })).toHaveCount(1);

  const client = createTransport({ host: '127.0.0.1', port: app.smtpPort, tls: { rejectUnauthorized: false } });
  const mail = { from: 'Friend <friend@elsewhere.example>', to: 'where-did-it-go@localhost', subject: 'A secret' };
  await client.sendMail(mail);
  await page.getByRole('searchbox').fill('elsewhere');
  const row = list.getByRole('button', { name: /friend@elsewhere\.example.*Delivered/ });
  await refreshUntilVisible(row);
  await expect(list.locator('h3')).toHaveCount(1);
  // Subjects are not stored by default.
  await expect(page.getByText('A secret')).toHaveCount(0);
  await row.press('Enter');
  const steps = page.getByRole('list', { name: 'What happened to this message' });
  await expect(steps.getByRole('heading')).toContainText(['Received', 'Origin checked', 'Delivered']);
  await expect(steps.getByText('MAIL FROM:<friend@elsewhere.example>')).toBeVisible();
  await expect(steps.getByText('This message is not signed.')).toBeVisible();

  const blocked = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await list.getByRole('button', { name: 'Block this sender' }).click();
  await expect(list.getByText('Mail from this address is now refused.')).toBeVisible();
  expect((await blocked).ok()).toBe(true);
  // The mail server is notified of the rule shortly after it is saved.
  await expect(() => expect(client.sendMail(mail)).rejects.toThrow(/550 5\.7\.1/)).toPass();

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Returned');
  await expect(page.getByText('No mail of the last 90 days matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all mail' }).click();
  await refreshUntilVisible(list.getByRole('button', { name: /friend@elsewhere\.example.*Refused/ }));
});

test('the delivery log labels every state, passes axe in both themes and fits 320 px', async ({ app, page }) => {
  const { handleId: id } = await signedIn(app, page, (db) => seedReceiver(db, 'every-kind-of-mail'));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/app/manage-email?handleId=${id}`);
  const list = page.getByRole('list', { name: 'Messages, newest first' });
  for (const label of [
    'On its way',
    'Delivered',
    /Waiting, next try in \d minutes/,
    'Refused',
    'Handed to the relay',
    'Dropped',
    'Returned',
  ]) {
    await expect(list.getByText(label, { exact: typeof label === 'string' }).first()).toBeVisible();
  }
  for (const subject of ['The news of the week', 'test', 'Your account has been limited']) {
    // Rows are opened by keyboard, because quick clicks on moving rows would count as a double click.
    await list.getByRole('button', { name: subject }).press('Enter');
  }
  await expect(list.getByRole('button', { name: 'Allow the list alerts.lists.bank.example' })).toBeVisible();
  await expect(list.getByText('You sent this to yourself.')).toBeVisible();
  await expect(list.getByText('450 4.2.0 Greylisted, please come back in 300 seconds')).toBeVisible();
  await expectAccessible(page, 'the delivery log');
});

import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator } from '@playwright/test';
import { createTransport } from 'nodemailer';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { mockDeliveryLog, mockEmptyDeliveryLog } from '../support/browser/mock-delivery-log.ts';
import { signedInWith, verifyInbox } from '../support/browser/sign-in.ts';
import { mailsTo } from '../support/mail/outbox.ts';

test('a test mail and a stranger’s mail, each with its whole way', async ({ app, page }) => {
  const inbox = 'where@real.example';
  await verifyInbox(app, page, await signedInWith(app, page, 'where-did-it-go'), inbox);
  await page.goto('/app/manage-email');
  await page.getByRole('link', { name: 'Where did it go?' }).click();
  await expect(page.getByRole('heading', { name: 'No mail yet' })).toBeVisible();

  // Shown live, from our own front door on.
  await page.getByRole('button', { name: 'Send me a test mail' }).click();
  const journey = page
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: 'Your test mail' }) })
    .last();
  await expect(page.getByRole('status').filter({ hasText: 'Delivered' })).toBeVisible();
  await expect(page.getByText(`went on to ${inbox}`)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(journey).toHaveCount(0);
  expect((await mailsTo(app, inbox)).at(-1)?.subject).toMatch(/test mail/i);
  const list = page.getByRole('list', { name: 'Mails, newest first' });
  const lookUntil = (row: Locator) =>
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
  await lookUntil(row);
  await expect(list.locator('h3')).toHaveCount(1);
  // No subject is kept unless the owner wants it.
  await expect(page.getByText('A secret')).toHaveCount(0);
  await row.press('Enter');
  const steps = page.getByRole('list', { name: 'What happened to this mail' });
  await expect(steps.getByRole('heading')).toContainText(['It reached us', 'We checked its origin', 'Delivered']);
  await expect(steps.getByText('MAIL FROM:<friend@elsewhere.example>')).toBeVisible();
  await expect(steps.getByText('Nobody signed this mail.')).toBeVisible();

  const blocked = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await list.getByRole('button', { name: 'Block this sender' }).click();
  await expect(list.getByText('Mail from this address is refused from now on.')).toBeVisible();
  expect((await blocked).ok()).toBe(true);
  await expect(client.sendMail(mail)).rejects.toThrow(/550 5\.7\.1/);

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Came back');
  await expect(page.getByText('No mail of the last 90 days is like that.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all mail' }).click();
  await lookUntil(list.getByRole('button', { name: /friend@elsewhere\.example.*Refused/ }));
});

test('every state is told in words, axe finds nothing in both themes, and 320 px lose nothing', async ({
  app,
  page,
}) => {
  const id = await signedInWith(app, page, 'every-kind-of-mail');
  await verifyInbox(app, page, id, 'marie-curie@inbox.example');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await mockDeliveryLog(page, { paused: 'inbox-gone' });
  await page.goto(`/app/manage-email?handleId=${id}`);
  const list = page.getByRole('list', { name: 'Mails, newest first' });
  for (const words of [
    'On its way',
    'Delivered',
    /Waiting, next try in \d minutes/,
    'Refused',
    'Handed to the relay',
    'Dropped',
    'Came back',
  ]) {
    await expect(list.getByText(words, { exact: typeof words === 'string' }).first()).toBeVisible();
  }
  for (const subject of ['The news of the week', 'test', 'Your account has been limited']) {
    // By keyboard: rows that move beneath the pointer would make clicks in a row one double click.
    await list.getByRole('button', { name: subject }).press('Enter');
  }
  await expect(list.getByRole('button', { name: 'Allow the list alerts.lists.bank.example' })).toBeVisible();
  await expect(list.getByText('You sent this to yourself.')).toBeVisible();
  await expect(list.getByText('450 4.2.0 Greylisted, please come back in 300 seconds')).toBeVisible();
  const findings = async (axe: AxeBuilder) =>
    (await axe.analyze()).violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
  expect(await findings(new AxeBuilder({ page }))).toEqual([]);
  // Only colours change with the theme.
  await page.evaluate(() => document.documentElement.classList.add('dark'));
  expect(await findings(new AxeBuilder({ page }).withRules('color-contrast'))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('nothing yet, and what happens when a list or a test mail fails', async ({ allowErrors, app, page }) => {
  allowErrors(/status of (429|500|503)/);
  const id = await signedInWith(app, page, 'no-mail-at-all-yet');
  await verifyInbox(app, page, id, 'nothing@real.example');
  await mockEmptyDeliveryLog(page);
  await mockResponse(page, '**/flights?*', { status: 500, body: 'not even JSON' });
  await page.goto(`/app/manage-email?handleId=${id}`);
  await expect(page.getByText('We could not load the mails of this handle. Please try again.')).toBeVisible();
  await page.unroute('**/flights?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'No mail yet' })).toBeVisible();
  await mockResponse(page, '**/test-mail', {
    status: 429,
    json: { code: 'too_many_letters', message: 'Please wait a while.' },
  });
  await page.getByRole('button', { name: 'Send me a test mail' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please wait a while.' })).toBeVisible();
});

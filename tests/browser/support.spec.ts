import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWithPlus } from '../support/browser/plus-handle.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { mailsTo } from '../support/mail/outbox.ts';

const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const submit = (page: Page) => page.getByRole('button', { name: 'Send message' });

test('a person finds the form, sends a message with delivery problems, and gets a confirmation', async ({
  app,
  page,
}) => {
  const inbox = 'asks-for-help@real.example';
  await signedInWithPlus(app, page, 'asks-help', inbox);
  const account = (await (await page.request.get('/api/user')).json()).email;
  await page.goto('/app/manage');
  await page.getByRole('button', { name: /account/i }).click();
  await page.getByRole('menuitem', { name: 'Support' }).click();
  await expect(page).toHaveURL(`${app.url}/app/support`);
  await expect(page.getByText('Your messages are read before others.')).toBeVisible();
  await expect(page.getByLabel('Handle', { exact: true })).toHaveValue(/^\d+$/);

  await submit(page).click();
  await expect(page.getByText('Please enter a subject.')).toBeVisible();
  await expect(page.getByText('Please describe what you need.')).toBeVisible();
  await expect(subject(page)).toBeFocused();
  await expectAccessible(page, 'support: errors');

  await subject(page).fill('My bank');
  await message(page).fill('Their mail does not arrive.');
  await page.getByRole('checkbox', { name: 'Attach its latest delivery problems' }).check();
  await submit(page).click();
  const done = page.getByRole('heading', { name: 'Your message is on its way' });
  await expect(done).toBeFocused();
  await expect(page.getByText('It has priority and is read before others.')).toBeVisible();
  await expectAccessible(page, 'support: sent');
  await expect
    .poll(async () => (await mailsTo(app, account)).filter((mail) => mail.subject?.includes('(request')).length)
    .toBe(1);
  await expect
    .poll(
      async () =>
        (await mailsTo(app, 'admin@example.test')).filter((mail) => mail.subject === '[Priority] My bank').length,
    )
    .toBe(1);
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(subject(page)).toHaveValue('');
});

test('an administrator reads, answers and closes a request', async ({ app, browser, page }) => {
  const writer = await browser.newPage({ baseURL: app.url });
  await signedInWith(app, writer, 'wrote-to-us-once');
  const sent = await writer.request.post('/api/support', {
    headers: { origin: app.url },
    data: { subject: 'How & why?', text: 'First line.\n\nSecond line.' },
  });
  expect(sent.status()).toBe(201);
  await writer.close();
  await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  await page.goto('/app/adm?tab=support');
  const row = page.getByRole('row', { name: /How & why\?/ });
  await expect(row).toContainText('Open');
  await expect(row).toContainText('waiting for');
  await expectAccessible(page, 'admin: support');
  await row.getByRole('button', { name: /^Read/ }).click();
  const dialog = page.getByRole('dialog', { name: 'How & why?' });
  await expect(dialog).toContainText('First line.');
  await expectAccessible(page, 'admin: a support request');
  await dialog.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Answered');
  await row.getByRole('button', { name: /^Read/ }).click();
  const answer = dialog.getByLabel('Your answer');
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(dialog).toContainText('Please write an answer.');
  await answer.fill('Because it is short.');
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'is on its way to wrote-to-us-once@' })).toBeVisible();
  await expect(answer).toHaveValue('');
  await expect(dialog.getByText('Because it is short.', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close request' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Closed');
  await page.getByLabel('State').selectOption('open');
  await expect(row).toBeHidden();
  await page.getByLabel('State').selectOption('closed');
  await expect(row).toBeVisible();
});

test('visitors load no code of the support screen', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect' }).first().click();
  await page.getByRole('dialog').waitFor();
  expect(requests.length).toBeGreaterThan(3);
  expect(requests.filter((url) => /support/.test(url))).toEqual([]);
});

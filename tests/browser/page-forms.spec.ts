import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith, verifyInbox } from '../support/browser/sign-in.ts';
import { nextMailTo } from '../support/mail/outbox.ts';
import { seed } from '../support/seeds/seed.ts';
import { seedSubscribers } from '../support/seeds/subscribers.ts';
import type { App } from '../support/server/app-process.ts';

/** Signs somebody in whose page has both forms and whose mail goes to `inbox`. */
async function ownerOfForms(app: App, page: Page, handle: string, inbox: string): Promise<number> {
  const id = await signedInWith(app, page, handle);
  await verifyInbox(app, page, id, inbox);
  const data = [
    { type: 'contact', title: 'Book me', note: 'I answer within a week.' },
    { type: 'subscribe', title: null, note: 'One letter a month.' },
  ];
  const saved = await page.request.put(`/api/handles/${id}/blocks`, { headers: { origin: app.url }, data });
  expect(saved.status()).toBe(200);
  return id;
}

const submit = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('a visitor without script writes to the owner from the page, and returns to it', async ({
  allowErrors,
  app,
  browser,
  page,
}) => {
  allowErrors(/status of 400/);
  await ownerOfForms(app, page, 'takes-messages', 'takes-messages@real.example');
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const visit = await context.newPage();
  const requests: string[] = [];
  visit.on('request', (request) => requests.push(request.url()));
  await visit.goto('/takes-messages');
  await expect(visit.getByRole('heading', { name: 'Book me' })).toBeVisible();
  const form = visit.locator('form[action$="/contact"]');
  await form.getByLabel('Your name').fill('Bob Jones');
  // Browsers accept this as an address.
  await form.getByLabel('Your email').fill('bob@visitor');
  await form.getByLabel('Message').fill('Are you free in May?\n\nBob');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(visit.getByRole('alert')).toHaveText(/^Nothing was sent yet/);
  await expect(visit.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(visit.getByLabel('Message')).toHaveValue('Are you free in May?\n\nBob');
  await visit.getByLabel('Your email').fill('bob@visitor.example');
  // The form was drawn for this visitor just before. No person is that fast, and the server rejects the form.
  await expect(async () => {
    if (await visit.getByRole('button', { name: 'Send' }).isVisible()) await submit(visit, 'Send');
    await expect(visit.getByRole('heading', { name: 'Your message is on its way' })).toBeVisible();
  }).toPass();
  await expect(visit.getByText('Replies go to bob@visitor.example.')).toBeVisible();
  await visit.getByRole('link', { name: 'Back to the page' }).click();
  await expect(visit).toHaveURL(`${app.url}/takes-messages`);
  expect(requests.filter((url) => !url.startsWith(app.url))).toEqual([]);
  await context.close();

  const mail = await nextMailTo(app, 'takes-messages@real.example', 2);
  expect(mail.replyTo).toMatchObject([{ address: 'bob@visitor.example' }]);
  expect(mail.text).toContain('Are you free in May?');
});

test('a visitor without script joins the email list, and the owner sees and removes them', async ({
  app,
  browser,
  page,
}) => {
  await ownerOfForms(app, page, 'has-an-email-list', 'has-an-email-list@real.example');
  await page.goto('/app/audience');
  await expect(page.getByText('Nobody has joined yet')).toBeVisible();
  await expectAccessible(page, 'audience: empty');

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const visit = await context.newPage();
  await visit.goto('/has-an-email-list');
  const form = visit.locator('form[action$="/subscribe"]');
  await expect(form.getByText('One letter a month.')).toBeVisible();
  await form.getByLabel('Your email').fill('new.reader@readers.example');
  await form.getByRole('button', { name: 'Sign up' }).click();
  await expect(visit.getByRole('heading', { name: 'Please check your inbox' })).toBeVisible();
  const asked = await nextMailTo(app, 'new.reader@readers.example');
  const link = new RegExp(`${app.url}/list/[\\w.-]+$`, 'm').exec(asked.text ?? '')?.[0] ?? '';
  await visit.goto(link);
  await expect(visit.getByRole('blockquote')).toHaveText('One letter a month.');
  await submit(visit, 'Yes, I agree');
  await expect(visit.getByRole('heading', { name: 'You are on the list' })).toBeVisible();
  await nextMailTo(app, 'new.reader@readers.example', 2);
  await context.close();

  await page.reload();
  await expect(page.getByRole('heading', { name: '1 subscriber' })).toBeVisible();
  await expect(page.getByText('“One letter a month.”')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^has-an-email-list-subscribers-.*\.csv$/);
  await page.getByRole('button', { name: 'Remove new.reader@readers.example' }).click();
  await expectAccessible(page, 'audience: removal');
  await submit(page, 'Remove');
  await expect(page.getByText('Nobody has joined yet')).toBeVisible();
});

test('a long list is searched, and every form page is accessible in all its states', async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of (400|404)/);
  const id = await ownerOfForms(app, page, 'shows-all-states', 'shows-all-states@real.example');
  await seed(app, (db) => seedSubscribers(db, id, 1284, { isHidden: true }));
  await page.goto('/app/audience');
  await expect(page.getByRole('heading', { name: '1,284 subscribers' })).toBeVisible();
  await expectAccessible(page, 'audience: long list');
  await page.getByRole('searchbox').fill('reader.12@');
  await expect(page.getByRole('list', { name: 'Subscribers' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox').fill('nobody-at-all');
  await expect(page.getByText('Nobody found')).toBeVisible();

  for (const path of [
    '/shows-all-states/contact',
    '/shows-all-states/subscribe',
    '/list/not-a-token-of-any-email-list',
  ]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
  await page.goto('/shows-all-states/contact');
  await page.getByLabel('Your email').fill('bob@visitor');
  await page.getByLabel('Your name').fill('Bob');
  await page.getByLabel('Message').fill('Hello');
  await submit(page, 'Send');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Your email')).toHaveAccessibleDescription('Please enter a valid email address.');
  await expectAccessible(page, 'contact form: error');
});

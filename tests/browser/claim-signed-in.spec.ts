import { expect } from '@playwright/test';
import { pages } from '../../contract/paths.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { mailsTo } from '../support/mail/outbox.ts';
import { approve, dialogOf } from '../support/payments/checkout.ts';

const OWNER = 'claims-in-one-click@account.example';

test('a signed-in user claims a free handle with one click and without an email', async ({ app, page }) => {
  await signedInWith(app, page, 'claims-in-one-click');
  const { length: mails } = await mailsTo(app, OWNER);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await page.goto(pages.create('one-click-and-it-is-mine'));
  await expect(page.getByText(`You are signed in: the handle will belong to ${OWNER}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Grab It!', disabled: false }).dblclick();
  await expect(page).toHaveURL(`${app.url}${pages.manage()}`);
  await expect(page.getByText('Profile Created!', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('one-click-and-it-is-mine').first()).toBeVisible();
  expect(sent.filter((path) => path === '/api/profiles')).toHaveLength(1);
  expect(await mailsTo(app, OWNER)).toHaveLength(mails);
});

test('a signed-in buyer pays without typing the email, and can still enter another one', async ({ app, page }) => {
  await signedInWith(app, page, 'buys-signed-in');
  await page.goto(pages.create('buysin'));
  await page.getByRole('button', { name: 'Reserve It!', disabled: false }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText('It will belong to buys-signed-in@account.example.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to Email' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Your email' })).toHaveValue('buys-signed-in@account.example');
  await dialog.getByRole('button', { name: 'Continue to Payment' }).click();
  await approve(page);
  await expect(dialog.getByText('You are signed in: you can set up the page and its address now.')).toBeVisible();
  const handles: { handle: string }[] = await (await page.request.get('/api/handles')).json();
  expect(handles.map(({ handle }) => handle)).toContain('buysin');
  await dialog.getByRole('button', { name: 'Make It Yours' }).click();
  await expect(page).toHaveURL(pages.manageHandle('buysin'));
  await expect(page.getByLabel('Display Name')).toBeVisible();
});

import { expect } from '@playwright/test';
import { pages } from '../../contract/paths.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { codeIn, mailsTo, nextSignInMailTo } from '../support/mail/outbox.ts';
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

test('a claim that fails shows the reason, and the handle stays in the field', { tag: '@long' }, async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of (409|500) .*api\/profiles/, /ERR_FAILED .*api\/profiles/);
  await signedInWith(app, page, 'claim-that-fails');
  await page.goto(pages.create('somebody-was-quicker'));
  const button = page.getByRole('button', { name: 'Grab It!', disabled: false });
  for (const [response, text] of [
    [{ status: 500, json: { code: 'internal', message: 'Something broke.' } }, 'Failed to create profile'],
    ['nothing', 'Failed to create profile'],
    [
      { status: 409, json: { code: 'handle_taken', message: 'Sorry, this handle is taken.' } },
      'Failed to create profile. Sorry, this handle is taken.',
    ],
  ] as const) {
    await mockResponse(page, '**/api/profiles', response);
    await button.click();
    await expect(page.getByText('Error', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    await expect(page).toHaveURL(/handle=somebody-was-quicker$/);
    await expect(button).toBeEnabled();
    await page.unroute('**/api/profiles');
  }
  await expect(page.getByRole('textbox', { name: 'Your handle' })).toHaveValue('somebody-was-quicker');
});

test('a user whose session has ended signs in above the claim page and then claims', { tag: '@long' }, async ({
  allowErrors,
  app,
  page,
}) => {
  allowErrors(/status of 401 .*api\/profiles/);
  const email = 'claim-after-the-session@account.example';
  await signedInWith(app, page, 'claim-after-the-session');
  await page.goto(pages.create('claimed-after-a-pause'));
  await expect(page.getByText(/You are signed in/)).toBeVisible();
  await page.context().clearCookies();
  const button = page.getByRole('button', { name: 'Grab It!', disabled: false });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Code from the email' }).fill(codeIn(await nextSignInMailTo(app, email)));
  await expect(page.getByText(/You are signed in/)).toBeVisible();
  await button.click();
  await expect(page.getByText('Profile Created!', { exact: true }).first()).toBeVisible();
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

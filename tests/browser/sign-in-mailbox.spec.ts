import { type BrowserContext, expect, type Page } from '@playwright/test';
import { pages } from '../../contract/paths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { dropSession, signedInWith } from '../support/browser/sign-in.ts';
import { linkIn, nextMailTo, nextSignInMailTo } from '../support/mail/outbox.ts';

/** Requests a sign-in email in the dialog of this page. */
async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Magic Link Sent!' })).toBeVisible();
}

/** Follows an emailed link in another tab of the browser. */
async function followIn(context: BrowserContext, link: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(link);
  await tab.getByRole('main').getByRole('button').click();
  await expect(tab).toHaveURL(/\/app\/manage$/);
  return tab;
}

test('the dialog opens the site of the mailbox in a new tab, and no site for an unknown provider', async ({ page }) => {
  await page.goto(pages.tos());
  await askForLink(page, 'nobody-in-particular@gmail.com');
  const link = page.getByRole('link', { name: 'Open Gmail' });
  await expect(link).toHaveAttribute('href', 'https://mail.google.com/');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expectAccessible(page, 'the sent step with a mailbox');
  await page.keyboard.press('Escape');
  await askForLink(page, 'somebody@own-domain.example');
  await expect(page.getByRole('link', { name: /^Open/ })).toHaveCount(0);
});

test('the dialog continues when the link is followed in another tab of the browser, without requests to the server until then', async ({
  app,
  context,
  page,
}) => {
  const email = 'follows-in-a-tab@account.example';
  await signedInWith(app, page, 'follows-in-a-tab');
  await dropSession(page);
  await page.goto(pages.create('a-handle-in-the-field'));
  await askForLink(page, email);
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(new URL(request.url()).pathname));
  const link = linkIn(await nextSignInMailTo(app, email));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  expect(calls).toEqual([]);
  await followIn(context, link);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(`the handle will belong to ${email}`)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your handle' })).toHaveValue('a-handle-in-the-field');
  expect(calls.filter((path) => path === '/api/user')).toHaveLength(1);
});

test('the dialog ignores a sign-in to another account, for example through a link of a stranger', async ({
  app,
  context,
  page,
}) => {
  await signedInWith(app, page, 'a-strangers-account');
  await dropSession(page);
  await page.request.post('/api/send-login-magic-link', { data: { email: 'a-strangers-account@account.example' } });
  const strange = linkIn(await nextSignInMailTo(app, 'a-strangers-account@account.example'));
  await page.goto(pages.tos());
  await askForLink(page, 'the-victim@account.example');
  const seen = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new BroadcastChannel('nameplate-session').onmessage = ({ data }) => resolve(data.email);
      }),
  );
  const tab = await followIn(context, strange);
  expect(await seen).toBe('a-strangers-account@account.example');
  await tab.close();
  await expect(page.getByRole('heading', { name: 'Magic Link Sent!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect', includeHidden: true })).toHaveCount(1);
});

test('the claim dialog opens the mailbox, sends its link again, and continues when the link is followed in another tab', async ({
  allowErrors,
  app,
  context,
  page,
}) => {
  allowErrors(/status of 500 .*send-magic-link/);
  const email = 'claims-in-two-tabs@account.example';
  await page.clock.install();
  await page.goto(pages.create('claimed-in-two-tabs'));
  await page.getByRole('button', { name: 'Grab It!', disabled: false }).click();
  await page.getByRole('textbox', { name: 'Your email' }).fill(email);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`We sent a link to ${email}`, { exact: false })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Got it' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Resend in 30 s' })).toBeDisabled();
  await expectAccessible(page, 'the sent step of the claim');
  await page.clock.fastForward(30_000);
  await dialog.getByRole('button', { name: 'Send it again' }).click();
  await expect(dialog.getByText(`We sent a new link to ${email}`, { exact: false })).toBeVisible();
  await followIn(context, linkIn(await nextMailTo(app, email, 2)));
  await expect(page).toHaveURL(`${app.url}${pages.manage()}`);
  await expect(page.getByText('claimed-in-two-tabs').first()).toBeVisible();

  await dropSession(page);
  await page.goto(pages.create('claimed-but-not-sent-again'));
  await page.getByRole('button', { name: 'Grab It!', disabled: false }).click();
  await page.getByRole('textbox', { name: 'Your email' }).fill('nobody-in-particular@web.de');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('link', { name: 'Open WEB.DE' })).toHaveAttribute('href', 'https://web.de/');
  await page.clock.fastForward(30_000);
  await mockResponse(page, '**/api/send-magic-link', { status: 500, body: '' });
  await dialog.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('textbox', { name: 'Your email' })).toHaveValue('nobody-in-particular@web.de');
});

import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';
import { mailsTo } from '../support/mail/outbox.ts';

/** Checks a screen in both themes on a phone. A wider screen has the same elements. */
async function expectAccessibleOnPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, name);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test.describe('without JavaScript', () => {
  test('a visitor reports a page after correcting the errors of the form', async ({ app, browser }) => {
    const owner = await browser.newPage({ baseURL: app.url });
    await signedInWith(app, owner, 'a-page-to-report');
    await owner.close();
    const visitor = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false });
    const page = await visitor.newPage();
    await page.goto('/a-page-to-report');
    await page.getByRole('link', { name: 'Report this page' }).click();
    await expect(page.getByRole('heading', { name: 'Report this page' })).toBeVisible();
    await page.getByLabel('Reason').selectOption('Phishing or malware');
    await page.getByLabel('What is wrong?').fill('It asks for my password.');
    await page.getByLabel('Address of the link (optional)').fill('x\u202ey');
    // The server rejects a form that was filled in too fast.
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was sent');
    await expect(page.getByLabel('Address of the link (optional)')).toHaveAccessibleDescription(
      /remove the characters that cannot be shown/,
    );
    await expect(page.getByLabel('What is wrong?')).toHaveValue('It asks for my password.');
    await page.getByLabel('Address of the link (optional)').fill('');
    await expect(async () => {
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.getByRole('link', { name: 'Back to the page' }).click();
    await expect(page).toHaveURL('/a-page-to-report');
    await visitor.close();
  });
});

test('the report form is accessible when empty, with errors and after sending', async ({ allowErrors, page }) => {
  // An early or wrong form gets 400.
  allowErrors(/status of 400/);
  await page.goto('/nobody-has-this-page/report');
  await expectAccessibleOnPhone(page, 'report form');
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Please choose a reason.')).toBeVisible();
  await expectAccessibleOnPhone(page, 'report form with errors');
  await page.getByLabel('Reason').selectOption('spam');
  await page.getByLabel('What is wrong?').fill('Spam');
  await expect(async () => {
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectAccessibleOnPhone(page, 'report sent');
});

test('an administrator suspends a reported page, and its owner appeals and gets it back', async ({
  app,
  browser,
  page,
}) => {
  const owner = await browser.newPage({ baseURL: app.url });
  const handleId = await signedInWith(app, owner, 'reported-and-appealed');
  const account = (await (await owner.request.get('/api/user')).json()).email;
  const visitor = await browser.newPage({ baseURL: app.url });
  await visitor.goto('/reported-and-appealed/report');
  await visitor.getByLabel('Reason').selectOption('impersonation');
  await visitor.getByLabel('What is wrong?').fill('This is not me.');
  await visitor.getByLabel('Your email (optional)').fill('the-real-one@visitors.example');
  await expect(async () => {
    await visitor.getByRole('button', { name: 'Send report' }).click();
    await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 2000 });
  }).toPass();

  await page.request.post('/api/dev-login', { headers: { origin: app.url } });
  await page.goto('/app/adm?tab=page-reports');
  const row = page.getByRole('row', { name: /reported-and-appealed/ });
  await expect(row).toContainText('Impersonation');
  await expectAccessibleOnPhone(page, 'admin: page reports');
  await row.getByRole('button', { name: /^Open/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Reports about reported-and-appealed' });
  await expect(dialog).toContainText('From the-real-one@visitors.example');
  await dialog.getByRole('button', { name: 'Decide and send the answers' }).click();
  await expect(dialog.getByText('Please choose what to do.')).toBeVisible();
  await dialog.getByLabel('What to do').selectOption('Suspend the handle');
  await expectAccessibleOnPhone(page, 'admin: decision');
  await dialog.getByLabel('Answer to the reporters').fill('We suspended it.');
  await dialog.getByLabel('Reason for the owner').fill('You are somebody else.');
  await dialog.getByRole('button', { name: 'Decide and send the answers' }).click();
  await expect(dialog).toBeHidden();
  expect((await visitor.goto('/reported-and-appealed'))?.status()).toBe(404);

  const mail = await expect
    .poll(async () => (await mailsTo(app, account)).find(({ text }) => text?.includes('You are somebody else.')))
    .toBeTruthy()
    .then(async () => (await mailsTo(app, account)).find(({ text }) => text?.includes('You are somebody else.')));
  const link = /\/app\/support\?handleId=\d+&decision=\d+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(link).toContain(`handleId=${handleId}`);
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Your handle was suspended' })).toBeVisible();
  await expect(owner.getByText('You are somebody else.')).toBeVisible();
  await expectAccessibleOnPhone(owner, 'appeal');
  await owner.getByRole('button', { name: 'Send the appeal' }).click();
  await owner.getByLabel('Why is the decision wrong?').fill('I am me.');
  await owner.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(owner.getByRole('heading', { name: 'Your appeal is with an administrator' })).toBeVisible();

  await page.reload();
  await expect(row).toContainText('Appeal');
  await row.getByRole('button', { name: /^Open/ }).click();
  await expect(dialog).toContainText('I am me.');
  await dialog.getByLabel('Answer to the owner').fill('You are right.');
  await expectAccessibleOnPhone(page, 'admin: appeal');
  await dialog.getByRole('button', { name: 'Reverse and restore the handle' }).click();
  await expect(dialog).toBeHidden();
  expect((await visitor.goto('/reported-and-appealed'))?.status()).toBe(200);
  await owner.reload();
  await expect(owner.getByRole('heading', { name: 'The decision was reversed' })).toBeVisible();
  await expect(owner.getByText('You are right.')).toBeVisible();
});

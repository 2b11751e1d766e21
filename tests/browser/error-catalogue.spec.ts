import { expect, type Page } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';

/** Ways in which a server fails, and whether it says something that people should read. */
const FAILURES = [
  ['an error with words', { status: 409, json: { code: 'x', message: 'The words of the server.' } }, true],
  ['an error of a proxy', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, false],
  ['no answer', 'nothing', false],
] as const;

const provoked = [/Failed to load resource/, /ERR_FAILED/];
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true });

for (const [what, answer] of FAILURES) {
  test(`signing out fails by ${what}: the toast says so, and the next try succeeds`, async ({
    allowErrors,
    app,
    page,
  }) => {
    allowErrors(...provoked);
    await signedInWith(app, page, `signing-out-${answer === 'nothing' ? 'never' : answer.status}`);
    await page.goto('/app/manage');
    await mockResponse(page, '**/api/logout', answer);
    const signOut = async () => {
      await page.getByRole('button', { name: /account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await expect(toast(page, 'Logout failed')).toBeVisible();
    await expect(toast(page, 'There was an error logging you out. Please try again.')).toBeVisible();
    await expect(page).toHaveURL(`${app.url}/app/manage`);
    await page.unroute('**/api/logout');
    await signOut();
    await expect(toast(page, 'Logged out successfully.')).toBeVisible();
    await expect(page).toHaveURL(`${app.url}/`);
  });
}

test('the development sign-in fails by an answer, then by none, then works', async ({ allowErrors, page }) => {
  allowErrors(...provoked);
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Dev login' });
  await mockResponse(page, '**/api/dev-login', { status: 500, json: { message: 'No.' } });
  await button.click();
  await expect(toast(page, 'Login Failed')).toBeVisible();
  await expect(toast(page, 'Failed to login with dev account')).toBeVisible();
  await page.unroute('**/api/dev-login');
  await mockResponse(page, '**/api/dev-login', 'nothing');
  await button.click();
  await expect(toast(page, 'Login Error')).toBeVisible();
  await expect(toast(page, 'An error occurred during login')).toBeVisible();
  await page.unroute('**/api/dev-login');
  await button.click();
  await expect(toast(page, 'Login Successful')).toBeVisible();
  await expect(toast(page, 'Welcome back')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Handle Command Center' })).toBeVisible();
});

for (const [path, call, words] of [
  ['/app/manage', '**/api/handles*', 'Handle loading mission failed! The servers are being dramatic. Try again!'],
  ['/app/manage-email', '**/api/handles*', 'Email system hiccup! The digital mailmen are on strike. Try again!'],
  [
    '/app/manage-email',
    '**/api/email-forwarding*',
    'Email system hiccup! The digital mailmen are on strike. Try again!',
  ],
  ['/app/manage-social', '**/api/handles*', 'Failed to fetch handles'],
] as const) {
  test(`${path} without ${call} says so in its own words and recovers`, async ({ allowErrors, app, page }) => {
    allowErrors(...provoked);
    const handle = `loading-${path.slice(5)}${call.length}`;
    await signedInWith(app, page, handle);
    for (const [, answer] of FAILURES) {
      await mockResponse(page, call, answer);
      await page.goto(path);
      await expect(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible();
      await page.unroute(call);
    }
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('main').getByText(new RegExp(handle)).first()).toBeVisible();
  });
}

for (const [what, answer, hasWords] of FAILURES) {
  test(`forwarding fails by ${what}: a popup says so, and nothing stays busy`, async ({ allowErrors, app, page }) => {
    allowErrors(...provoked);
    const handle = `mail-fails-${answer === 'nothing' ? 'never' : answer.status}`;
    const handleId = await signedInWith(app, page, handle);
    const popup = async (words: string, close = 'Got it') => {
      await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
      await expect(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: close, exact: true }).click();
    };
    const orServer = (words: string) => (hasWords ? 'The words of the server.' : words);

    await page.goto('/app/manage-email');
    await mockResponse(page, '**/api/email-forwarding', answer);
    await page.getByRole('button', { name: 'Add Email' }).click();
    await page.getByRole('textbox', { name: 'Your real email' }).fill('mine@real.example');
    await page.getByRole('button', { name: 'Send Verification' }).click();
    await popup(orServer('Something went wrong with the email setup.'), 'Try Again');
    // What was typed is still there, and can be sent.
    await expect(page.getByRole('textbox', { name: 'Your real email' })).toHaveValue('mine@real.example');
    await expect(page.getByRole('button', { name: 'Send Verification' })).toBeEnabled();
    await page.unroute('**/api/email-forwarding');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.request.post('/api/email-forwarding', { data: { handleId, forwardingEmail: 'mine@real.example' } });
    await page.reload();
    await mockResponse(page, '**/resend-verification', answer);
    const target = page.getByRole('button', { name: /mine@real\.example/ }).first();
    await target.click();
    await popup(orServer('An error occurred while sending the verification email.'));
    await expect(target).not.toHaveAttribute('aria-busy');

    await mockResponse(page, '**/toggle', answer);
    const control = page.getByRole('switch');
    await control.click();
    await popup('An error occurred while updating email forwarding.');
    await expect(control).toBeChecked();
    await expect(control).toBeEnabled();

    await page.route('**/api/email-forwarding/*', (route) =>
      route.request().method() !== 'DELETE'
        ? route.fallback()
        : answer === 'nothing'
          ? route.abort()
          : route.fulfill(answer),
    );
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await popup('An error occurred while removing email forwarding.');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(target).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove' })).not.toHaveAttribute('aria-busy');
  });
}

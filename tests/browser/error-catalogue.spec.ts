import { expect, type Page } from '@playwright/test';
import { mockResponse, test } from '../support/browser/fixtures.ts';
import { signedInWith } from '../support/browser/sign-in.ts';

/** Failures of a server, and whether the response has a message for users. */
const FAILURES = [
  ['an error with a message', { status: 409, json: { code: 'x', message: 'The message of the server.' } }, true],
  ['an error of a proxy', { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }, false],
  ['no response', 'nothing', false],
] as const;

const provoked = [/Failed to load resource/, /ERR_FAILED/];
/** The tests of a loop after the first are long. */
const repeated = (place: number) => (place === 0 ? {} : { tag: '@long' });
const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true });

for (const [place, [failure, response]] of FAILURES.entries()) {
  test(
    `a sign-out that fails with ${failure} is reported, and trying again recovers`,
    repeated(place),
    async ({ allowErrors, app, page }) => {
      allowErrors(...provoked);
      await signedInWith(app, page, `signing-out-${response === 'nothing' ? 'never' : response.status}`);
      await page.goto('/app/manage');
      await mockResponse(page, '**/api/logout', response);
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
    },
  );
}

test('a failed development sign-in is reported, and trying again recovers', { tag: '@long' }, async ({
  allowErrors,
  page,
}) => {
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

for (const [place, [path, call, message]] of (
  [
    [
      '/app/manage-email',
      '**/api/email-forwarding*',
      'Email system hiccup! The digital mailmen are on strike. Try again!',
    ],
    ['/app/manage-email', '**/api/handles*', 'Email system hiccup! The digital mailmen are on strike. Try again!'],
    ['/app/manage', '**/api/handles*', 'Handle loading mission failed! The servers are being dramatic. Try again!'],
    ['/app/manage-social', '**/api/handles*', 'Failed to fetch handles'],
  ] as const
).entries()) {
  test(
    `${path} reports a failure of ${call} with its own message and recovers`,
    repeated(place),
    async ({ allowErrors, app, page }) => {
      allowErrors(...provoked);
      const handle = `loading-${path.slice(5)}${call.length}`;
      await signedInWith(app, page, handle);
      for (const [, response] of FAILURES) {
        await mockResponse(page, call, response);
        await page.goto(path);
        await expect(page.getByRole('alert').getByText(message, { exact: true })).toBeVisible();
        await page.unroute(call);
      }
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByRole('main').getByText(new RegExp(handle)).first()).toBeVisible();
    },
  );
}

for (const [place, [failure, response, hasMessage]] of FAILURES.entries()) {
  test(
    `forwarding actions that fail with ${failure} are reported in a popup`,
    repeated(place),
    async ({ allowErrors, app, page }) => {
      allowErrors(...provoked);
      const handle = `mail-fails-${response === 'nothing' ? 'never' : response.status}`;
      const handleId = await signedInWith(app, page, handle);
      const expectPopup = async (message: string, close = 'Got it') => {
        await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
        await expect(page.getByRole('alert').getByText(message, { exact: true })).toBeVisible();
        await page.getByRole('button', { name: close, exact: true }).click();
      };
      const serverMessageOr = (message: string) => (hasMessage ? 'The message of the server.' : message);

      await page.goto('/app/manage-email');
      await mockResponse(page, '**/api/email-forwarding', response);
      await page.getByRole('button', { name: 'Add Email' }).click();
      await page.getByRole('textbox', { name: 'Your real email' }).fill('mine@real.example');
      await page.getByRole('button', { name: 'Send Verification' }).click();
      await expectPopup(serverMessageOr('Something went wrong with the email setup.'), 'Try Again');
      // The typed address is kept and can be sent again.
      await expect(page.getByRole('textbox', { name: 'Your real email' })).toHaveValue('mine@real.example');
      await expect(page.getByRole('button', { name: 'Send Verification' })).toBeEnabled();
      await page.unroute('**/api/email-forwarding');
      await page.getByRole('button', { name: 'Cancel' }).click();

      await page.request.post('/api/email-forwarding', { data: { handleId, forwardingEmail: 'mine@real.example' } });
      await page.reload();
      await mockResponse(page, '**/resend-verification', response);
      const target = page.getByRole('button', { name: /mine@real\.example/ }).first();
      await target.click();
      await expectPopup(serverMessageOr('An error occurred while sending the verification email.'));
      await expect(target).not.toHaveAttribute('aria-busy');

      await mockResponse(page, '**/toggle', response);
      const control = page.getByRole('switch');
      await control.click();
      await expectPopup('An error occurred while updating email forwarding.');
      await expect(control).toBeChecked();
      await expect(control).toBeEnabled();

      await page.route('**/api/email-forwarding/*', (route) =>
        route.request().method() !== 'DELETE'
          ? route.fallback()
          : response === 'nothing'
            ? route.abort()
            : route.fulfill(response),
      );
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expectPopup('An error occurred while removing email forwarding.');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(target).toBeVisible();
      await page.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove' })).not.toHaveAttribute('aria-busy');
    },
  );
}

import type { Page } from 'playwright';
import { deleteAccount } from '../../contract/accounts/accounts.ts';
import { getRecentSignIn } from '../../contract/accounts/sessions.ts';
import { postSignInCode } from '../../contract/accounts/sign-in.ts';
import { pathOf } from '../../contract/call.ts';
import type { Screen } from './screen.ts';

const settings = { path: '/app/profile-settings', as: 'member' } as const;

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function askForCode(page: Page): Promise<void> {
  await press(page, 'Connect');
  await page.getByRole('textbox', { name: 'Email' }).fill(`${Math.random().toString(36).slice(2)}@example.test`);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Code from the email' }).waitFor();
}

/** Mocks a session that is not recent. */
const showOldSession = (hasPasskey: boolean) => async (page: Page) => {
  const refusal = { code: 'recent_sign_in_required', message: 'Please confirm that it is you.' };
  await page.route(`**${pathOf(deleteAccount)}`, (route) => route.fulfill({ status: 403, json: refusal }));
  await page.route(`**${pathOf(getRecentSignIn)}`, (route) => route.fulfill({ json: { until: null, hasPasskey } }));
};

async function askToDelete(page: Page): Promise<void> {
  await press(page, 'Delete account');
  await press(page, 'Send the link');
  await page.getByRole('dialog', { name: 'Confirm it is you' }).waitFor();
}

/** The sign-in with a code, and the dialog that requires a recent sign-in. */
export const SIGN_IN_SCREENS: Screen[] = [
  { name: 'sign-in-code', path: '/', act: askForCode },
  {
    name: 'sign-in-code-wrong',
    path: '/',
    act: async (page) => {
      await askForCode(page);
      const message = 'This code is not right. Please compare it with the latest email.';
      const refusal = { status: 400, json: { code: 'sign_in_code_wrong', message } };
      await page.route(`**${pathOf(postSignInCode)}`, (route) => route.fulfill(refusal));
      await page.getByRole('textbox', { name: 'Code from the email' }).fill('123456');
      await page.getByText(message).waitFor();
    },
  },
  { name: 'confirm-identity', ...settings, prepare: showOldSession(true), act: askToDelete },
  {
    name: 'confirm-identity-loading',
    isLoading: true,
    ...settings,
    prepare: async (page) => {
      await showOldSession(false)(page);
      await page.route(`**${pathOf(getRecentSignIn)}`, () => undefined);
    },
    act: askToDelete,
  },
  {
    name: 'confirm-identity-code',
    ...settings,
    prepare: showOldSession(false),
    act: async (page) => {
      await askToDelete(page);
      await press(page, 'Email me a code');
      await page.getByRole('textbox', { name: 'Code from the email' }).waitFor();
    },
  },
];

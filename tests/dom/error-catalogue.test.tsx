import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { postDevLogin, postLogout } from '../../contract/accounts/accounts.ts';
import { getBlocks } from '../../contract/blocks/blocks.ts';
import { getHandleFigures } from '../../contract/dashboard/dashboard.ts';
import {
  deleteForwarding,
  getForwardings,
  patchForwardingSwitch,
  postForwarding,
  postVerification,
} from '../../contract/forwarding/forwarding.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { getPackages } from '../../contract/payments/packages.ts';
import { getInvitations } from '../../contract/teams/teams.ts';
import { badGateway, disconnected, failure, refuse, reply, replyBy } from '../support/dom/fake-server.ts';
import { findInDialog, findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { ADMIN, FORWARDING, HANDLE, PENDING_HANDLE } from '../support/dom/samples.ts';

useApp();
beforeEach(() => {
  reply(getHandles, [HANDLE]);
  reply(getForwardings, []);
  reply(getBlocks, []);
  reply(getPackages, []);
  reply(getHandleFigures, []);
  reply(getInvitations, { invitations: [], transfers: [] });
});

const MESSAGE = 'The message of the server.';
/** Failures of a server, and whether the response has a message for users. */
const FAILURES = [
  ['an error with a message', () => failure('same_address', { message: MESSAGE }), true],
  ['an error of a proxy', badGateway, false],
  ['no response', disconnected, false],
] as const;

it.each(FAILURES)('a sign-out that fails with %s is reported, and trying again recovers', async (_, response) => {
  const user = await openApp(pages.manage());
  replyBy(postLogout, response);
  const signOut = async () => {
    await user.click(await screen.findByRole('button', { name: /account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  };
  await signOut();
  await findToast('Logout failed');
  await findToast('There was an error logging you out. Please try again.');
  expect(window.location.pathname).toBe(pages.manage());
  reply(postLogout, { message: 'Signed out.' });
  await signOut();
  await findToast('Logged out successfully.');
  await waitFor(() => expect(window.location.pathname).toBe(pages.home()));
});

it('a failed development sign-in is reported, and trying again recovers', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  const user = await openApp(pages.tos(), { user: null });
  const button = () => screen.getByRole('button', { name: 'Dev login' });
  refuse(postDevLogin, 'unexpected');
  await user.click(button());
  await findToast('Login Failed');
  await findToast('Failed to login with dev account');
  replyBy(postDevLogin, disconnected);
  await user.pressUntil(button, () => expect(screen.queryByText('Login Error')).not.toBeNull());
  await findToast('An error occurred during login');
  reply(postDevLogin, { user: ADMIN });
  await user.pressUntil(button, () => expect(screen.queryByText('Login Successful')).not.toBeNull());
  await findToast('Welcome back');
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

it.each([
  [
    pages.manageEmail(),
    'its inboxes',
    getForwardings,
    'Email system hiccup! The digital mailmen are on strike. Try again!',
  ],
  [
    pages.manageEmail(),
    'its handles',
    getHandles,
    'Email system hiccup! The digital mailmen are on strike. Try again!',
  ],
  [
    pages.manage(),
    'its handles',
    getHandles,
    'Handle loading mission failed! The servers are being dramatic. Try again!',
  ],
  [pages.manageSocial(), 'its handles', getHandles, 'Failed to fetch handles'],
  [
    pages.manageAppearance(),
    'its handles',
    getHandles,
    'Handle loading mission failed! The servers are being dramatic. Try again!',
  ],
] as const)('%s reports a failure of %s with its own message and recovers', async (path, _, call, message) => {
  let user = await openApp(pages.tos());
  for (const [, response] of FAILURES) {
    replyBy(call, response);
    user = await openApp(path);
    within(await screen.findByRole('alert')).getByText(message);
  }
  reply(call, (call === getHandles ? [HANDLE] : []) as never);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain(HANDLE.handle));
});

it.each(FAILURES)('forwarding actions that fail with %s are reported in a popup', async (_, response, hasMessage) => {
  const expectPopup = async (message: string, close = 'Got it') => {
    await screen.findByRole('heading', { name: 'Oops! Something went wrong' });
    within(screen.getByRole('alert')).getByText(message);
    await user.click(screen.getByRole('button', { name: close }));
  };
  const serverMessageOr = (message: string) => (hasMessage ? MESSAGE : message);
  const address = () => screen.findByRole('textbox', { name: 'Your real email' });

  let user = await openApp(pages.manageEmail());
  replyBy(postForwarding, response);
  await user.click(await screen.findByRole('button', { name: 'Add Email' }));
  await user.fill(await address(), 'mine@real.example');
  await user.click(screen.getByRole('button', { name: 'Send Verification' }));
  await expectPopup(serverMessageOr('Something went wrong with the email setup.'), 'Try Again');
  // The typed address is kept and can be sent again.
  expect(await address()).toHaveProperty('value', 'mine@real.example');
  expect(screen.getByRole('button', { name: 'Send Verification' })).toHaveProperty('disabled', false);

  reply(getHandles, [PENDING_HANDLE]);
  reply(getForwardings, [FORWARDING]);
  user = await openApp(pages.manageEmail());
  replyBy(postVerification, response);
  const target = (await screen.findAllByRole('button', { name: /mine@real\.example/ }))[0] as HTMLElement;
  await user.click(target);
  await expectPopup(serverMessageOr('An error occurred while sending the verification email.'));
  expect(target.getAttribute('aria-busy')).toBeNull();

  replyBy(patchForwardingSwitch, response);
  const control = await screen.findByRole('switch');
  await user.click(control);
  await expectPopup('An error occurred while updating email forwarding.');
  expect(control.getAttribute('aria-checked')).toBe('true');
  expect(control).toHaveProperty('disabled', false);

  replyBy(deleteForwarding, response);
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    return findInDialog('Remove');
  };
  await user.click(await remove());
  await expectPopup('An error occurred while removing email forwarding.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(target.isConnected).toBe(true);
  expect((await remove()).getAttribute('aria-busy')).toBeNull();
});

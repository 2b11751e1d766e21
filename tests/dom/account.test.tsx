import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getAccountEmail } from '../../contract/accounts/email-change.ts';
import { getPasskeys, MAX_PASSKEYS } from '../../contract/accounts/passkeys.ts';
import { getRecentSignIn, getSessions } from '../../contract/accounts/sessions.ts';
import { postLoginLink, postSignInCode } from '../../contract/accounts/sign-in.ts';
import { getHandleFigures, putFirstRun } from '../../contract/dashboard/dashboard.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { getPackages } from '../../contract/payments/packages.ts';
import { getOwnProfile, getPublicProfile } from '../../contract/profiles/profiles.ts';
import { supportPages } from '../../contract/support/paths.ts';
import { getSupport, postSupport } from '../../contract/support/support.ts';
import { getInvitations } from '../../contract/teams/teams.ts';
import { disconnected, failure, refuse, reply, replyBy, requests, sent } from '../support/dom/fake-server.ts';
import { advanceClock, findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { ADMIN, HANDLE, OWNER } from '../support/dom/samples.ts';

useApp();

const AT = '2026-01-02T03:04:05.000Z';

function serveSettings(sessions = 1, passkeys = 0): void {
  reply(getOwnProfile, { avatarUrl: null, bannerUrl: null, emailVisible: true, handle: HANDLE.handle });
  reply(getHandles, [HANDLE]);
  reply(getAccountEmail, { email: OWNER.email, pending: null, changed: null });
  reply(getRecentSignIn, { until: null, hasPasskey: passkeys > 0 });
  reply(
    getSessions,
    Array.from({ length: sessions }, (_, place) => {
      const times = { createdAt: AT, lastUsedAt: AT, expiresAt: AT };
      return { id: place + 1, device: null, network: null, method: 'link', isCurrent: place === 0, ...times };
    }),
  );
  const keys = Array.from({ length: passkeys }, (_, place) => ({
    id: place + 1,
    name: `Key ${place + 1}`,
    createdAt: AT,
    lastUsedAt: AT,
    isSynced: true,
  }));
  reply(getPasskeys, keys);
}

function serveDashboard(handles = [HANDLE]): void {
  reply(getHandles, handles);
  reply(
    getHandleFigures,
    handles.map(({ id }) => ({ id, links: 0, lastMailAt: null, views: 1234 })),
  );
  reply(getInvitations, { invitations: [], transfers: [] });
  refuse(getPublicProfile, 'not_found');
}

async function askForLink(email: string) {
  reply(postLoginLink, { message: 'Sent.' });
  const user = await openApp(pages.tos(), { user: null });
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await user.fill(await screen.findByRole('textbox', { name: 'Email' }), email);
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Magic Link Sent!' });
  return user;
}

it('a code that is spent leads to a new email', async () => {
  const user = await askForLink('spends-a-code@account.example');
  const field = screen.getByRole('textbox', { name: 'Code from the email' });
  let left = 4;
  replyBy(postSignInCode, () => {
    const message = left > 2 ? 'This code is not right.' : left === 2 ? '2 attempts are left.' : 'One attempt is left.';
    return left-- > 0 ? failure('sign_in_code_wrong', { message }) : failure('sign_in_code_spent');
  });
  const dialog = within(screen.getByRole('dialog'));
  await user.fill(field, '123456');
  for (const [at, text] of ['not right', 'not right', '2 attempts', 'One attempt'].entries()) {
    await waitFor(() => expect(requests(postSignInCode)).toHaveLength(at + 1));
    await dialog.findByText(new RegExp(text));
    await user.pressUntil(
      () => dialog.getByRole('button', { name: 'Sign in' }),
      () => expect(requests(postSignInCode)).toHaveLength(at + 2),
    );
  }
  await user.click(await dialog.findByRole('button', { name: 'Send a new email' }));
  await dialog.findByText('We sent a new email. Enter its code here.');
  reply(postSignInCode, { user: OWNER });
  await user.fill(await dialog.findByRole('textbox', { name: 'Code from the email' }), '654321');
  await screen.findByRole('button', { name: /account menu/i });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(postSignInCode).at(-1)).toEqual({ email: 'spends-a-code@account.example', code: '654321' });
});

it('the email can be sent again after 30 seconds, and a limit is shown with the time to wait', async () => {
  const user = await askForLink('asks-twice@account.example');
  const resend = () => screen.getByRole('button', { name: /^Resend in \d+ s$/ });
  expect(resend()).toHaveProperty('disabled', true);
  advanceClock(20_000);
  await screen.findByRole('button', { name: /^Resend in \d s$/ });
  expect(resend()).toHaveProperty('disabled', true);
  advanceClock(10_000);
  await user.click(await screen.findByRole('button', { name: 'Send it again' }));
  await screen.findByText('We sent a new email. Enter its code here.');
  expect(resend()).toHaveProperty('disabled', true);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Code from the email' }));
  expect(sent(postLoginLink)).toHaveLength(2);

  advanceClock(30_000);
  const message = 'We have already sent several emails to this address. Please try again in 50 minutes.';
  refuse(postLoginLink, 'too_many_emails', { message });
  await user.click(await screen.findByRole('button', { name: 'Send it again' }));
  await screen.findByText(message);
});

it('a long list of sessions is shown in full after a click, which moves the focus to the next row', async () => {
  serveSettings(50);
  const user = await openApp(pages.profileSettings());
  const list = within(await screen.findByRole('region', { name: 'Where you are signed in' }));
  const more = await list.findByRole('button', { name: 'Show all 50 devices' });
  expect(list.getAllByRole('listitem')).toHaveLength(5);
  await user.click(more);
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(50));
  const next = list.getAllByRole('listitem')[5];
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(next?.textContent).toContain('Unknown device');
});

it('no passkey can be added to ten others, or in a browser without passkeys', async () => {
  Object.assign(window, { PublicKeyCredential: class {} });
  serveSettings(1, MAX_PASSKEYS);
  await openApp(pages.profileSettings());
  let list = within(await screen.findByRole('region', { name: 'Passkeys' }));
  await list.findByText(/You have 10 passkeys, which is the maximum\./);
  expect(list.queryByRole('button', { name: 'Add a passkey' })).toBeNull();

  serveSettings();
  await openApp(pages.profileSettings());
  list = within(await screen.findByRole('region', { name: 'Passkeys' }));
  await list.findByText(/You have no passkey yet\./);
  await list.findByRole('button', { name: 'Add a passkey' });

  Reflect.deleteProperty(window, 'PublicKeyCredential');
  await openApp(pages.profileSettings());
  list = within(await screen.findByRole('region', { name: 'Passkeys' }));
  await list.findByText(/This browser cannot use passkeys\./);
  await list.findByText(/You have no passkey yet\./);
  expect(list.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

it('a message to support that could not be sent stays in the form, even when the session ends', async () => {
  serveDashboard();
  reply(getPackages, []);
  reply(getSupport, { priority: false, priorityFrom: 'Plus', phone: null, phoneFrom: 'Vanity', phoneOffered: false });
  const user = await openApp(supportPages.support());
  await screen.findByText(/owners of Plus, Deluxe and Vanity handles/);
  const subject = screen.getByRole('textbox', { name: 'Subject' });
  const message = screen.getByRole('textbox', { name: 'Message' });
  const submit = () => screen.getByRole('button', { name: 'Send message' });
  await user.fill(subject, 'Words');
  await user.fill(message, 'I typed this for a long time.');
  for (const [at, [response, shown]] of (
    [
      [() => new Response('{}', { status: 500 }), 'Your message could not be sent. Please try again.'],
      [() => failure('too_many_support_requests', { message: 'Please wait a while.' }), 'Please wait a while.'],
    ] as const
  ).entries()) {
    replyBy(postSupport, response);
    await user.pressUntil(submit, () => expect(requests(postSupport)).toHaveLength(at + 1));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(shown));
  }
  // Leaving requires a confirmation.
  await user.click(screen.getByRole('link', { name: 'Back to Dashboard' }));
  await user.click(await screen.findByText('Stay here'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  refuse(postSupport, 'signed_out');
  await user.pressUntil(submit, () => expect(requests(postSupport)).toHaveLength(3));
  await screen.findByRole('dialog', { name: 'Please sign in again' });
  await user.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(message).toHaveProperty('value', 'I typed this for a long time.');
  expect(subject).toHaveProperty('value', 'Words');
});

it('the empty state of the dashboard links to the claim, and the menu to the page of the email', async () => {
  serveDashboard([]);
  const user = await openApp(pages.manage(), { user: ADMIN });
  await screen.findByText('Your handle empire awaits');
  const create = screen.getByRole('link', { name: 'Create Your First Handle' });
  expect(create.getAttribute('href')).toBe(pages.create());
  await user.click(screen.getByRole('button', { name: /account menu/ }));
  expect((await screen.findByRole('menuitem', { name: 'Profile' })).getAttribute('href')).toBe('/admin');
});

it('figures that cannot be loaded leave the rows usable', async () => {
  const other = { ...HANDLE, id: 12, handle: 'ada-at-work' };
  serveDashboard([HANDLE, other]);
  await openApp(pages.manage());
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('1,234'));
  replyBy(getHandleFigures, disconnected);
  await openApp(pages.manage());
  const details = await screen.findByRole('button', { name: `Details of ${HANDLE.handle}` });
  await waitFor(() => expect(requests(getHandleFigures)).toHaveLength(2));
  const row = details.closest('li')?.textContent;
  expect(row).toContain('Last mail');
  expect(row).toContain('No inbox');
  expect(row).not.toContain('1,234');
});

it('the first run can be hidden for good, and a failure to save this is shown', async () => {
  serveDashboard();
  replyBy(putFirstRun, disconnected);
  let user = await openApp(pages.manage(), { user: { ...OWNER, firstRun: 'open' } });
  await user.click(await screen.findByRole('button', { name: 'Hide these steps' }));
  await findToast(/The steps will be back on your next visit\./);
  reply(putFirstRun, { message: 'Saved.' });
  user = await openApp(pages.manage(), { user: { ...OWNER, firstRun: 'open' } });
  (await screen.findByRole('button', { name: 'Hide these steps' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText(/of 3 done/)).toBeNull());
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  expect(sent(putFirstRun)).toEqual([{ state: 'ended' }, { state: 'ended' }]);
});

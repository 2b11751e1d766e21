import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getBlocks } from '../../contract/blocks/blocks.ts';
import { getDeliveries, postTestMail } from '../../contract/forwarding/delivery-log.ts';
import {
  deleteForwarding,
  type Forwarding,
  getForwardings,
  patchForwardingSwitch,
  postForwarding,
  postVerification,
} from '../../contract/forwarding/forwarding.ts';
import { getMailPolicy } from '../../contract/forwarding/mail-policy.ts';
import { getHandle, getHandles, type Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { badGateway, disconnected, failure, ok, refuse, reply, replyBy, requests } from '../support/dom/fake-server.ts';
import { findInDialog, openApp, useApp } from '../support/dom/open-app.tsx';
import { FORWARDING, HANDLE, PENDING_HANDLE } from '../support/dom/samples.ts';

useApp();

const INBOX = FORWARDING.forwarding_email;
const VERIFIED: Forwarding = { ...FORWARDING, active: 1, deliveringTo: INBOX };
const VERIFIED_HANDLE: Handle = {
  ...PENDING_HANDLE,
  acceptsMail: true,
  forwardingStatus: 'verified',
  deliveringTo: INBOX,
  mail: { state: 'works', reason: null, since: null },
};

function serve(handle: Handle = VERIFIED_HANDLE, record: Forwarding | null = VERIFIED): void {
  reply(getHandles, [handle]);
  reply(getHandle, handle);
  reply(getForwardings, record ? [record] : []);
}

/** The mail of one handle. */
function serveOne(): void {
  serve();
  reply(getBlocks, []);
  reply(getDeliveries, []);
  reply(getMailPolicy, {
    version: '1',
    whenOff: 'refuse',
    blocked: [],
    allowedLists: [],
    keepSubjects: false,
    backupEmail: null,
    backupStatus: 'none',
    paused: null,
    limitReachedAt: null,
  });
}

const celebration = (handle: string, email: string) =>
  `${pages.manageEmail()}?verified=true&handle=${handle}&email=${encodeURIComponent(email)}`;

it('without a session, screens ask to sign in, and a verified inbox is celebrated without naming it', async () => {
  for (const path of [pages.manage(), pages.manageEmail()]) {
    await openApp(path, { user: null });
    await screen.findByText('Login Required');
  }
  await openApp(celebration('some-handle-here', 'a@real.example'), { user: null });
  await screen.findByRole('heading', { name: 'Email Verified!' });
  expect(screen.getByRole('dialog').textContent).toContain('If you have just pressed the button in our email');
  expect(document.body.textContent).not.toMatch(/some-handle-here|a@real\.example/);
  // A reload of this address does not repeat the celebration.
  expect(window.location.search).toBe('');
});

it('a verified inbox is named only to its owner, and only if it is verified', async () => {
  serve();
  let user = await openApp(celebration(HANDLE.handle, INBOX));
  const dialog = () => screen.findByRole('dialog', { name: 'Email Verified!' });
  await waitFor(async () => expect((await dialog()).textContent).toContain(`${HANDLE.handle}@`));
  expect((await dialog()).textContent).toContain(INBOX);
  for (const [handle, email] of [
    [HANDLE.handle, 'call-this-number@evil.example'],
    ['your-account-is-locked', INBOX],
  ] as const) {
    user = await openApp(celebration(handle, email));
    await waitFor(async () =>
      expect((await dialog()).textContent).toContain('If you have just pressed the button in our email'),
    );
    expect((await dialog()).textContent).not.toContain('@');
  }
  await user.keyboard('{Escape}');
});

it('the delivery log shows an empty state and reports a failed list and a failed test mail', async () => {
  serveOne();
  replyBy(getDeliveries, badGateway);
  const user = await openApp(`${pages.manageEmail()}?handleId=${HANDLE.id}`);
  await screen.findByText(/We could not load the messages of this handle\. Please try again\./);
  reply(getDeliveries, []);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('heading', { name: 'No mail yet' });
  refuse(postTestMail, 'too_many_emails', { message: 'Please wait a while.' });
  await user.click(screen.getByRole('button', { name: 'Send me a test mail' }));
  await screen.findByText('Please wait a while.');
});

it('forwarding that another tab has switched is not removed, and the screen explains why', async () => {
  serve();
  const user = await openApp(pages.manageEmail());
  await screen.findByText('Forwarding is on');
  const off: Forwarding = { ...VERIFIED, version: '2', isActive: false, deliveringTo: null };
  serve({ ...VERIFIED_HANDLE, emailForwarding: false, mail: { state: 'paused', reason: 'Off.', since: null } }, off);
  refuse(deleteForwarding, 'version_conflict', { current: off });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.click(await findInDialog('Remove'));
  await screen.findByText(/was changed elsewhere in the meantime, so nothing was removed/);
  await waitFor(() => expect(screen.getAllByText('Forwarding is off', { ignore: 'script' })).not.toHaveLength(0));
});

it('rows that were verified or removed in another tab are refetched after the failure', async () => {
  serve(PENDING_HANDLE, FORWARDING);
  const user = await openApp(pages.manageEmail());
  await screen.findAllByText('Pending Verification');
  screen.getByText('Starts once verified');
  serve();
  refuse(postVerification, 'already_verified');
  await user.click(screen.getByRole('button', { name: /Click to resend the mail/ }));
  await screen.findByText('This address is already verified.');
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  await screen.findByText('Forwarding is on');
  expect(screen.queryByText('Pending Verification')).toBeNull();

  serve(HANDLE, null);
  refuse(deleteForwarding, 'not_found');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.click(await findInDialog('Remove'));
  await screen.findByText('An error occurred while removing email forwarding.');
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  await screen.findByRole('button', { name: 'Add Email' });
});

it('the address dialog describes where mail goes and announces only mails that are sent', async () => {
  serve();
  const user = await openApp(pages.manageEmail());
  const change = async (email: string) => {
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Email Magic' }));
    await user.fill(dialog.getByRole('textbox'), email);
    const before = requests(postForwarding).length;
    await user.pressUntil(
      () => dialog.getByRole('button', { name: 'Send Verification' }),
      () => expect(requests(postForwarding)).toHaveLength(before + 1),
    );
  };
  const expectDialog = async (text: RegExp) => {
    await screen.findByText(text);
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  reply(postForwarding, { ...VERIFIED, updated: false });
  await change(INBOX);
  await expectDialog(/Mail already goes to this address\./);

  const pending: Forwarding = { ...VERIFIED, version: '2', forwarding_email: 'two@real.example', active: 0 };
  reply(postForwarding, { ...pending, updated: true });
  serve({ ...VERIFIED_HANDLE, forwardingEmail: 'two@real.example', forwardingStatus: 'pending' }, pending);
  await change('two@real.example');
  await expectDialog(/Email forwarding updated! Check your new email for the verification link\./);
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change Email Magic' });
  expect(dialog.textContent).toContain(`goes on to ${INBOX} until the new address is verified.`);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  reply(postForwarding, { ...VERIFIED, version: '3', updated: true });
  serve(VERIFIED_HANDLE, { ...VERIFIED, version: '3' });
  await change(INBOX);
  await expectDialog(/there is nothing to confirm/);

  // Another tab has set an address in the meantime.
  const theirs: Forwarding = { ...pending, version: '4', forwarding_email: 'theirs@real.example' };
  const mine: Forwarding = { ...pending, version: '5', forwarding_email: 'mine@real.example' };
  replyBy(postForwarding, ({ ifMatch }) =>
    ifMatch === '"4"'
      ? ok(postForwarding, { ...mine, updated: true })
      : failure('version_conflict', { current: theirs }),
  );
  await change('mine@real.example');
  const versions = await screen.findByRole('dialog', { name: 'This was changed somewhere else' });
  expect(versions.textContent).toContain('theirs@real.example');
  serve({ ...VERIFIED_HANDLE, forwardingEmail: 'mine@real.example', forwardingStatus: 'pending' }, mine);
  await user.click(within(versions).getByRole('button', { name: 'Keep mine' }));
  await expectDialog(/Email forwarding updated!/);
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('mine@real.example'));
});

it('a switch without a connection is reported with its own message and keeps the screen', async () => {
  serve();
  const user = await openApp(pages.manageEmail());
  const control = await screen.findByRole('switch');
  // The refetch after a change also fails.
  for (const call of [patchForwardingSwitch, getHandles, getForwardings]) replyBy(call, disconnected);
  await user.click(control);
  await screen.findByText('An error occurred while updating email forwarding.');
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  await screen.findAllByText(new RegExp(INBOX));
  expect(control.getAttribute('aria-checked')).toBe('true');
  expect(screen.queryByText(/Email system hiccup!/)).toBeNull();
});

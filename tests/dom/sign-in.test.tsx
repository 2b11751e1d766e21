import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { postClaimLink } from '../../contract/accounts/claim-link.ts';
import { postLoginLink } from '../../contract/accounts/sign-in.ts';
import { getAvailability } from '../../contract/handles/availability.ts';
import { pages } from '../../contract/paths.ts';
import { getPackages } from '../../contract/payments/packages.ts';
import { disconnected, failure, hold, reply, replyBy, requests } from '../support/dom/fake-server.ts';
import { openApp, useApp } from '../support/dom/open-app.tsx';

useApp();
beforeEach(() => reply(getPackages, []));

const connect = () => screen.getAllByRole('button', { name: 'Connect' })[0] as HTMLElement;
const field = () => screen.findByRole('textbox', { name: 'Email' });

async function openDialog() {
  const user = await openApp(pages.tos(), { user: null });
  await user.click(connect());
  await field();
  return user;
}

it('the login dialog shows the texts of the specification in each state, and is empty when it is reopened', async () => {
  const user = await openDialog();
  expect((await field()).getAttribute('type')).toBe('email');
  await user.fill(await field(), 'no address');
  await user.keyboard('{Enter}');
  await screen.findByText('Please enter a valid email address');
  const dialog = within(screen.getByRole('dialog'));
  for (const text of ['Oops! Something went wrong', 'Try Again', 'Cancel']) dialog.getByText(text);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(connect());

  reply(postLoginLink, { message: 'Sent.' });
  const release = hold(postLoginLink);
  await user.click(connect());
  expect(await field()).toHaveProperty('value', '');
  await user.fill(await field(), 'somebody@account.example');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send sign-in link' })).toHaveProperty('disabled', true),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  release();
  await user.click(connect());
  expect(await field()).toHaveProperty('value', '');
  await user.fill(await field(), 'somebody@account.example');
  await user.keyboard('{Enter}');
  await screen.findByText('Magic Link Sent!');
  const sent = within(screen.getByRole('dialog'));
  sent.getByText('Check your email for the connection link');
  expect(sent.getAllByRole('button', { name: 'Close' }).length).toBeGreaterThan(0);
});

it.each([
  ['no response', disconnected],
  ['a refusal', () => failure('too_many_emails', { message: 'Wait a while.' })],
])('a sign-in link that fails with %s always shows the same message, and keeps the address', async (_, response) => {
  replyBy(postLoginLink, response);
  const user = await openDialog();
  await user.fill(await field(), 'somebody@account.example');
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to send magic link. Please try again.');
  screen.getByText('Oops! Something went wrong');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await field()).toHaveProperty('value', 'somebody@account.example');
});

it('two simultaneous clicks send one magic link', async () => {
  reply(postLoginLink, { message: 'Sent.' });
  let user = await openDialog();
  await user.fill(await field(), 'twice@account.example');
  const button = screen.getByRole('button', { name: 'Send sign-in link' });
  button.click();
  button.click();
  await screen.findByRole('heading', { name: 'Magic Link Sent!' });
  expect(requests(postLoginLink)).toHaveLength(1);

  reply(getAvailability, { available: true });
  reply(postClaimLink, { message: 'Sent.' });
  user = await openApp(pages.create('clicked-two-times'), { user: null });
  await screen.findByText('Perfect! This handle is available');
  await user.click(screen.getByRole('button', { name: 'Grab It!' }));
  await user.fill(await screen.findByRole('textbox', { name: 'Your email' }), 'twice-again@account.example');
  const claim = screen.getByRole('button', { name: 'Send link' });
  claim.click();
  claim.click();
  await screen.findByRole('button', { name: 'Got it' });
  expect(requests(postClaimLink)).toHaveLength(1);
});

it('the stored flag openLoginModal opens the dialog once and is removed', async () => {
  localStorage.setItem('openLoginModal', 'true');
  await openApp(pages.home(), { user: null });
  await screen.findByRole('dialog');
  expect(localStorage.getItem('openLoginModal')).toBeNull();
  await openApp(pages.home(), { user: null });
  await screen.findByText(/Starting at/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

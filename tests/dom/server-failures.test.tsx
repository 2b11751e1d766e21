import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getUser } from '../../contract/accounts/accounts.ts';
import { postClaimLink } from '../../contract/accounts/claim-link.ts';
import { getAvailability } from '../../contract/handles/availability.ts';
import { pages } from '../../contract/paths.ts';
import { getPackages } from '../../contract/payments/packages.ts';
import { badGateway, disconnected, failure, never, refuse, reply, replyBy } from '../support/dom/fake-server.ts';
import { openApp, useApp } from '../support/dom/open-app.tsx';

useApp();

const page = (html: string) => new Response(html, { headers: { 'Content-Type': 'text/html' } });

const GARBAGE = [
  ['an error', () => failure('unexpected')],
  ['a page of another server', () => page('<h1>Welcome to our Wi-Fi</h1>')],
  ['truncated JSON', () => new Response('[{"name":"Plus","price_yea')],
  ['JSON of another shape', () => Response.json({ packages: [] })],
  ['no response', disconnected],
  ['a response that never arrives', never],
] as const;

const itemsWith = (text: string) => screen.getAllByRole('listitem').filter((item) => item.textContent.includes(text));

it.each(GARBAGE)('fallback prices are shown if the server returns %s instead of prices', async (_, garbage) => {
  replyBy(getPackages, garbage);
  reply(getAvailability, { available: true });
  await openApp(pages.home(), { user: null });
  await screen.findByText('Starting at $4.99/year');
  await openApp(pages.create('ada'), { user: null });
  for (const price of ['$0', '$4.99', '$49.99', '$499.99']) expect(itemsWith(`${price}/year`)).toHaveLength(1);
  expect(screen.getAllByText('50% OFF')).toHaveLength(4);
  // The next visit requests the prices again.
  reply(getPackages, [{ name: 'Plus', price_yearly_usd_now: 6, price_yearly_usd_full: 10 }]);
  await openApp(pages.create('ada'), { user: null });
  await waitFor(() => expect(itemsWith('$6/year')).toHaveLength(1));
});

it('a handle counts as taken if its check fails, and the next check recovers', async () => {
  reply(getPackages, []);
  const user = await openApp(pages.create(), { user: null });
  const field = screen.getByRole('textbox', { name: 'Your handle' });
  for (const [index, [, garbage]] of GARBAGE.filter(([, response]) => response !== never).entries()) {
    replyBy(getAvailability, garbage);
    await user.fill(field, `taken-by-nobody-${index}`);
    await screen.findByText('Sorry, this handle is taken');
    expect(screen.getByRole('button', { name: 'Grab It!' })).toHaveProperty('disabled', true);
    reply(getAvailability, { available: true });
    await user.fill(field, `taken-by-nobody-${index}-2`);
    await screen.findByText('Perfect! This handle is available');
    expect(screen.getByRole('button', { name: 'Grab It!' })).toHaveProperty('disabled', false);
  }
});

it.each([
  ['an error with a message', () => failure('too_many_emails', { message: 'Wait a while.' }), 'Wait a while.'],
  ['an error without a message', badGateway, 'Failed to send magic link'],
  ['a page of another server', () => page('<h1>Wi-Fi</h1>'), 'Failed to send magic link. Please try again.'],
  ['no response', disconnected, 'Failed to send magic link. Please try again.'],
] as const)('a claim that fails with %s is reported, and trying again recovers', async (_, response, message) => {
  reply(getPackages, []);
  reply(getAvailability, { available: true });
  replyBy(postClaimLink, response);
  const user = await openApp(pages.create('claim-after-a-failure'), { user: null });
  await screen.findByText('Perfect! This handle is available');
  await user.click(screen.getByRole('button', { name: 'Grab It!' }));
  const submit = await screen.findByRole('button', { name: 'Send link' });
  const email = () => screen.getByRole('textbox', { name: 'Your email' });
  await user.fill(email(), 'nobody.account.example');
  expect(submit).toHaveProperty('disabled', true);
  await user.fill(email(), 'claimant@account.example');
  await user.click(submit);
  await screen.findByRole('heading', { name: 'Oops! Something went wrong' });
  within(screen.getByRole('alert')).getByText(message);
  reply(postClaimLink, { message: 'Sent.' });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(email()).toHaveProperty('value', 'claimant@account.example'));
  await user.pressUntil(
    () => screen.getByRole('button', { name: 'Send link' }),
    () => expect(screen.queryByRole('button', { name: 'Got it' })).not.toBeNull(),
  );
});

it('an unknown session shows a spinner, then an error, and recovers', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  replyBy(getUser, () => promise);
  const user = await openApp(pages.manage(), { user: 'unknown' });
  await screen.findAllByRole('status');
  expect(screen.queryByText('Login Required')).toBeNull();
  resolve(badGateway());
  within(await screen.findByRole('alert')).getByText('Failed to fetch user info');
  refuse(getUser, 'signed_out');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Login Required');
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { postClaimLink } from '../../contract/accounts/claim-link.ts';
import { postLoginLink, postSignInCode } from '../../contract/accounts/sign-in.ts';
import { CLAIM_TEXTS } from '../../contract/claim-modes/claim-texts.ts';
import { getHandleFigures } from '../../contract/dashboard/dashboard.ts';
import { getAvailability } from '../../contract/handles/availability.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { getPackages } from '../../contract/payments/packages.ts';
import { postProfile } from '../../contract/profiles/profiles.ts';
import { getInvitations } from '../../contract/teams/teams.ts';
import { disconnected, failure, hold, refuse, reply, replyBy, requests } from '../support/dom/fake-server.ts';
import { findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { HANDLE, OWNER } from '../support/dom/samples.ts';

useApp();

const FREE = 'Perfect! This handle is available';
const TAKEN = 'Sorry, this handle is taken';

beforeEach(() => {
  reply(getPackages, []);
  reply(getAvailability, { available: true });
});

const field = () => screen.getByRole('textbox', { name: 'Your handle' });
const openClaim = (handle?: string) => openApp(pages.create(handle), { user: null });

it('the availability message always refers to the typed handle', async () => {
  const user = await openClaim();
  await screen.findByText('Enter your desired handle');
  reply(getAvailability, { available: false, reason: 'reserved' });
  await user.fill(field(), 'digital-universe');
  await screen.findByText(/reserved/i);
  expect(screen.getByRole('button', { name: 'Grab It!' })).toHaveProperty('disabled', true);

  // A late response to an earlier check must not replace the current one.
  const { promise: late, resolve } = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  replyBy(getAvailability, ({ params }) => {
    if (params.handle !== 'slow-response-here') return Response.json({ available: true });
    asked.resolve();
    return late;
  });
  await user.fill(field(), 'slow-response-here');
  await screen.findByText('Checking availability...');
  await asked.promise;
  await user.fill(field(), 'quick-response-here');
  await screen.findByText(FREE);
  resolve(Response.json({ available: false, reason: 'taken' }));
  await late;
  await user.fill(field(), 'quick');
  await screen.findByRole('button', { name: 'Reserve It!' });
  await screen.findByText(FREE);
  expect(screen.queryByText(TAKEN)).toBeNull();
});

it('each reason against a handle has its own message, and a pasted handle is filtered', async () => {
  const user = await openClaim();
  await user.click(field());
  await user.paste('My.Name!');
  expect(field()).toHaveProperty('value', 'my.name');
  await user.fill(field(), 'ÄÖ 👩‍🚀 <script>javascript:alert(1)</script> and far more than thirty letters');
  expect(field()).toHaveProperty('value', expect.stringMatching(/^[a-z0-9.-]{30}$/));
  for (const [reason, handle, message] of [
    ['taken', 'taken-by-another', TAKEN],
    ['reserved', 'postmaster', /reserved/],
  ] as const) {
    reply(getAvailability, { available: false, reason });
    await user.fill(field(), handle);
    await screen.findByText(message);
  }
  for (const [handle, message] of [
    ['two..dots.in.a.row', 'Begin and end with a letter or number, and never put two dots in a row'],
    ['7', 'A handle of one character has to be a letter'],
    ['', 'Enter your desired handle'],
  ] as const) {
    await user.fill(field(), handle);
    await screen.findByText(message);
  }
});

it('an availability check that failed offline is repeated when the connection is back', async () => {
  const user = await openClaim();
  replyBy(getAvailability, disconnected);
  await user.fill(field(), 'typed-in-a-tunnel');
  await screen.findByText(TAKEN);
  reply(getAvailability, { available: true });
  window.dispatchEvent(new Event('online'));
  await screen.findByText(FREE);
});

it('each plan shows its full price, and only plans with a price of zero need no payment', async () => {
  reply(getPackages, [
    { name: 'Plus', price_yearly_usd_now: 9.97, price_yearly_usd_full: 9.99 },
    { name: 'Deluxe', price_yearly_usd_now: 0, price_yearly_usd_full: 99.99 },
    { name: 'Vanity', price_yearly_usd_now: 9.99, price_yearly_usd_full: 9.99 },
  ]);
  const user = await openClaim('abc');
  for (const [name, text, needsNone] of [
    ['Free', 'Full price $0', true],
    ['Plus', 'Full price $9.99', false],
    ['Deluxe', 'Full price $99.99', true],
    ['Vanity', 'Full price $9.99', false],
  ] as const) {
    const card = () => screen.getByRole('heading', { level: 3, name }).closest('li')?.textContent ?? '';
    await waitFor(() => expect(card()).toContain(text));
    expect(card().includes('No payment needed')).toBe(needsNone);
    expect(card().includes('% OFF')).toBe(name === 'Deluxe');
  }
  // A paid plan with a current price of zero is claimed like a free one.
  await screen.findByText(FREE);
  await user.click(screen.getByRole('button', { name: 'Grab It!' }));
  await screen.findByRole('heading', { name: 'Claim your handle' });
});

it('the landing page and the claim page show the prices of the server', async () => {
  reply(getPackages, [
    { name: 'Plus', price_yearly_usd_now: 6, price_yearly_usd_full: 10 },
    { name: 'Vanity', price_yearly_usd_now: 800, price_yearly_usd_full: 800 },
  ]);
  await openApp(pages.home(), { user: null });
  await screen.findByText('Starting at $6/year');
  screen.getByRole('heading', { name: 'Premium Handles from $6/year' });
  screen.getByText('40% OFF');
  expect(screen.queryByText('$4.99')).toBeNull();
  const user = await openClaim('a');
  const dear = () => screen.getAllByRole('listitem').filter(({ textContent }) => textContent.includes('$800/year'));
  await waitFor(() => expect(dear()).toHaveLength(1));
  expect(dear()[0]?.textContent).not.toContain('OFF');
  await user.fill(field(), 'short');
  await waitFor(() => expect(screen.getAllByText('40% OFF')).toHaveLength(2));
});

it('suggestions show the current price of their plan', async () => {
  reply(getPackages, [{ name: 'Plus', price_yearly_usd_now: 3.5, price_yearly_usd_full: 9.99 }]);
  reply(getAvailability, {
    available: false,
    reason: 'taken',
    suggestions: [
      { handle: 'maya-hq', plan: 'Plus' },
      { handle: 'mhq', plan: 'Deluxe' },
      { handle: 'maya-universe', plan: 'Free' },
    ],
  });
  await openClaim('maya');
  const list = within(await screen.findByRole('list', { name: 'These names are free' }));
  await waitFor(() =>
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'maya-hqPlus, $3.50/year',
      'mhqDeluxe, $49.99/year',
      'maya-universeFree, for good',
    ]),
  );
});

it('the claim shows the texts of the specification at each step', async () => {
  const user = await openClaim();
  const release = hold(getAvailability);
  await user.fill(field(), 'texts-of-the-claim');
  await screen.findByText('Checking availability...');
  release();
  await screen.findByText(FREE);
  const main = screen.getByRole('main').textContent;
  for (const text of ['texts-of-the-claim@localhost', '/texts-of-the-claim', 'Grab It!']) expect(main).toContain(text);
  reply(postClaimLink, { message: 'Sent.' });
  await user.click(screen.getByRole('button', { name: 'Grab It!' }));
  const email = await screen.findByRole('textbox', { name: 'Your email' });
  expect(screen.getByRole('dialog').textContent).toMatch(/double-check your email.*profile will be linked to it/);
  await user.fill(email, 'texts@account.example');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Got it' }));
  await user.fill(field(), 'short');
  await screen.findByText(FREE);
  expect(screen.getByRole('button', { name: 'Reserve It!' })).toHaveProperty('disabled', false);
});

const grab = () => screen.getByRole('button', { name: 'Grab It!' });

it('the claim of a signed-in user that fails shows why, and the handle stays in the field', async () => {
  const user = await openApp(pages.create('somebody-was-quicker'));
  await screen.findByText(FREE);
  const attempts = [
    [() => failure('unexpected'), 'Failed to create profile'],
    [disconnected, 'Failed to create profile'],
    [() => failure('handle_taken'), 'Failed to create profile. Sorry, this handle is taken.'],
  ] as const;
  for (const [at, [response, text]] of attempts.entries()) {
    replyBy(postProfile, response);
    await user.pressUntil(grab, () => expect(requests(postProfile)).toHaveLength(at + 1));
    await findToast('Error');
    await findToast(text);
    expect(window.location.search).toBe('?handle=somebody-was-quicker');
    await waitFor(() => expect(grab().getAttribute('aria-busy')).toBeNull());
    await waitFor(() => expect(grab()).toHaveProperty('disabled', false));
  }
  expect(field()).toHaveProperty('value', 'somebody-was-quicker');
});

it('a user whose session has ended signs in above the claim page and then claims the handle', async () => {
  reply(getHandles, [HANDLE]);
  reply(getHandleFigures, []);
  reply(getInvitations, { invitations: [], transfers: [] });
  const user = await openApp(pages.create('claimed-after-a-pause'));
  await screen.findByText(/You are signed in/);
  await screen.findByText(FREE);
  refuse(postProfile, 'signed_out');
  reply(postLoginLink, { message: 'Sent.' });
  await user.click(grab());
  await screen.findByRole('dialog', { name: 'Sign in' });
  await user.fill(await screen.findByRole('textbox', { name: 'Email' }), OWNER.email);
  await user.keyboard('{Enter}');
  reply(postSignInCode, { user: OWNER });
  await user.fill(await screen.findByRole('textbox', { name: 'Code from the email' }), '123456');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText(/You are signed in/);
  reply(postProfile, { username: 'claimed-after-a-pause' });
  await user.pressUntil(grab, () => expect(screen.queryAllByText('Profile Created!')).not.toHaveLength(0));
});

it('a closed site offers no handle and no price, and says whom to ask', async () => {
  const site = { claims: 'closed' } as const;
  await openApp(pages.home(), { user: null, site });
  await screen.findByText(CLAIM_TEXTS.closed);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByText(/\$/)).toBeNull();
  expect(screen.queryAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/create'))).toEqual([]);
  await openApp(pages.create('ada'), { user: null, site });
  await screen.findByRole('heading', { name: 'Claims are closed' });
  screen.getByText(CLAIM_TEXTS.closed);
});

it('the landing page shows the name on phones unless Get Started needs its place', async () => {
  const nameIn = (name: string) => {
    const banner = screen.getByRole('banner');
    return [...banner.querySelectorAll('span')].find(({ textContent }) => textContent === name)?.className;
  };
  await openApp(pages.home(), { user: null, site: { name: 'Rowing Club', claims: 'closed' } });
  expect(nameIn('Rowing Club')).not.toContain('max-[479px]');
  await openApp(pages.home(), { user: null, site: { name: 'Town' } });
  expect(nameIn('Town')).toContain('max-[479px]');
});

it('a site with its own logo shows it in the header with the name as its text, and another one on dark surfaces', async () => {
  const [logo, logoDark] = ['/media/logo-0123456789abcdef-480.webp', '/media/logo-0123456789abcdee-480.webp'];
  await openApp(pages.home(), { user: null, site: { name: 'Rowing Club', logo, logoDark } });
  const banner = screen.getByRole('banner');
  const shown = [...banner.querySelectorAll('img')].map((img) => [img.getAttribute('src'), img.alt]);
  expect(shown).toEqual([
    [logo, 'Rowing Club'],
    [logoDark, 'Rowing Club'],
  ]);
  expect(banner.querySelector('a')?.querySelector('svg')).toBeNull();
  const footer = screen.getByRole('contentinfo');
  expect(footer.querySelector('img')?.getAttribute('src')).toBe(logo);
});

it('where only some addresses may claim, a paid handle begins with a link that proves the address', async () => {
  const user = await openApp(pages.create('ada'), { user: null, site: { claims: 'domains' } });
  screen.getByText(CLAIM_TEXTS.domains);
  await screen.findByText(FREE);
  await user.click(screen.getByRole('button', { name: 'Reserve It!' }));
  await screen.findByText(/proves your address and leads to the payment for/);
  reply(postClaimLink, { message: 'Check your email for the connection link' });
  await user.fill(screen.getByLabelText('Your email'), 'ada@club.example');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  await screen.findByText(/to pay for/);
  expect(requests(postClaimLink)).toHaveLength(1);
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { postClaimLink } from '../../contract/accounts/claim-link.ts';
import { CLAIM_TEXTS } from '../../contract/claim-modes/claim-texts.ts';
import { getClaimInvitation } from '../../contract/claims/shown-invitation.ts';
import { getHandleFigures } from '../../contract/dashboard/dashboard.ts';
import { getAvailability } from '../../contract/handles/availability.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { getPackages } from '../../contract/payments/packages.ts';
import { postProfile } from '../../contract/profiles/profiles.ts';
import { getInvitations } from '../../contract/teams/teams.ts';
import { reply, requests } from '../support/dom/fake-server.ts';
import { findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { OWNER } from '../support/dom/samples.ts';

useApp();

const FREE = 'Perfect! This handle is available';

beforeEach(() => {
  reply(getPackages, []);
  reply(getAvailability, { available: true });
});

const field = () => screen.getByRole('textbox', { name: 'Your handle' });

it('a site whose rule is invitation tells visitors to open the link of theirs', async () => {
  const site = { claims: 'invitation' } as const;
  await openApp(pages.create('free-of-charge-here'), { user: null, site });
  await screen.findByRole('heading', { level: 1, name: 'You need an invitation' });
  screen.getByText(CLAIM_TEXTS.invitation);
  await openApp(pages.home(), { user: null, site });
  await screen.findByText(CLAIM_TEXTS.invitation);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('an invitation to a handle shows its end, locks the field, and is sent with the claim', async () => {
  reply(getClaimInvitation, { valid: true, reason: null, until: '2027-11-23T12:00:00.000Z', handle: 'treasurer-here' });
  reply(postClaimLink, { message: 'Sent' });
  const user = await openApp(pages.create(undefined, '7.code'), { user: null, site: { claims: 'invitation' } });
  await screen.findByText('You are invited. The handle treasurer-here is held for you until 23 November 2027.');
  await waitFor(() => expect(field()).toHaveProperty('value', 'treasurer-here'));
  expect(field()).toHaveProperty('readOnly', true);
  await screen.findByText(FREE);
  await user.click(screen.getByRole('button', { name: 'Grab It!' }));
  const dialog = await screen.findByRole('dialog');
  await user.fill(within(dialog).getByLabelText(/email/i), 'guest@inbox.example');
  await user.click(within(dialog).getByRole('button', { name: 'Send link' }));
  await screen.findByText('Check your email!');
  expect(requests(postClaimLink)[0]?.body).toMatchObject({ handle: 'treasurer-here', invitation: '7.code' });
  expect(window.location.search).toContain('invitation=7.code');
});

it('an invitation that is not valid shows why', async () => {
  const reason = 'This invitation has been used already. Please ask for a new one.';
  reply(getClaimInvitation, { valid: false, reason, until: null, handle: null });
  await openApp(pages.create(undefined, '7.code'), { user: null, site: { claims: 'invitation' } });
  await screen.findByText(reason);
});

it('asks an administrator for a handle through the emailed link, or without one if the person is signed in', async () => {
  const site = { claims: 'approval' } as const;
  reply(postClaimLink, { message: 'Sent' });
  const user = await openApp(pages.create('somebody-who-asks'), { user: null, site });
  await screen.findByText(CLAIM_TEXTS.approval);
  await screen.findByText(FREE);
  await user.click(screen.getByRole('button', { name: 'Grab It!' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Where should we send the link that asks for somebody-who-asks?');
  await user.fill(within(dialog).getByLabelText(/email/i), 'guest@inbox.example');
  await user.click(within(dialog).getByRole('button', { name: 'Send link' }));
  await screen.findByText(/The people who run this site then decide/);

  reply(postProfile, { state: 'waiting' });
  reply(getHandles, []);
  // The dashboard, to which the claim leads, may be loaded before the test ends.
  reply(getHandleFigures, []);
  reply(getInvitations, { invitations: [], transfers: [] });
  const owner = await openApp(pages.create('somebody-who-asks'), { user: OWNER, site });
  await screen.findByText(FREE);
  await owner.click(screen.getByRole('button', { name: 'Grab It!' }));
  await findToast('somebody-who-asks is held for you');
});

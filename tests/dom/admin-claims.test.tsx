import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { getAdminCheck, getAdminStats, getAdminWaiting } from '../../contract/admin/admin.ts';
import type { AdminRole } from '../../contract/admin-roles.ts';
import {
  deleteAdminInvitation,
  getAdminInvitations,
  postAdminInvitation,
} from '../../contract/claims/claim-invitations.ts';
import { getAdminClaims, postAdminClaimApprove, postAdminClaimRefuse } from '../../contract/claims/waiting-claims.ts';
import { failure, reply, replyBy, requests } from '../support/dom/fake-server.ts';
import { findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { OWNER } from '../support/dom/samples.ts';

useApp();

const LONG = 'a-handle-of-thirty-letters-yes';
const CLAIM = {
  id: 3,
  handle: LONG,
  email: `${'somebody-with-a-long-name'.repeat(2)}@inbox.example`,
  plan: 'Free' as const,
  createdAt: '2027-01-01T10:00:00.000Z',
  until: '2027-01-15T10:00:00.000Z',
};
const INVITATION = {
  id: 7,
  url: 'http://localhost:3000/create?invitation=7.code',
  uses: 30,
  used: 2,
  until: '2027-06-30T23:59:59.000Z',
  handle: null,
  createdAt: '2027-01-01T10:00:00.000Z',
};

beforeEach(() => {
  reply(getAdminStats, { users: 1, activeHandles: 1, activeProfiles: 1 });
  reply(getAdminWaiting, { support: 0, pageReports: 0, mailQueue: 0, payments: 0, claims: 1 });
  reply(getAdminClaims, [CLAIM]);
  reply(getAdminInvitations, [INVITATION]);
});

const openTab = (role: AdminRole = 'owner', claims?: 'approval') => {
  reply(getAdminCheck, { isAdmin: true, role });
  return openApp('/app/adm?tab=claims', { user: { ...OWNER, isAdmin: true }, site: { claims } });
};

it('approves a waiting claim, and refuses one with a reason', async () => {
  reply(postAdminClaimApprove, { message: 'The handle was given.' });
  reply(postAdminClaimRefuse, { message: 'The claim was refused.' });
  const user = await openTab('owner', 'approval');
  await user.click(await screen.findByRole('button', { name: `Approve ${LONG}` }));
  await findToast('Claim approved');
  expect(requests(postAdminClaimApprove)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: `Refuse ${LONG}` }));
  const dialog = await screen.findByRole('dialog', { name: `Refuse ${LONG}?` });
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await within(dialog).findByText('Please say why.');
  await user.fill(within(dialog).getByLabelText('Reason'), 'Members only.');
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await findToast(`The claim of ${LONG} was refused`);
  expect(requests(postAdminClaimRefuse)[0]?.body).toEqual({ reason: 'Members only.' });
});

it('creates an invitation to a handle and shows its link, and deletes one', async () => {
  const url = 'http://localhost:3000/create?invitation=8.code';
  reply(postAdminInvitation, { ...INVITATION, id: 8, url, uses: 1, handle: 'treasurer-here' });
  reply(deleteAdminInvitation, { message: 'Deleted.' });
  const user = await openTab();
  await user.click(await screen.findByRole('button', { name: 'Create invitation' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create an invitation' });
  await user.fill(within(dialog).getByLabelText('Number of handles'), '0');
  await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  await within(dialog).findByText('Please enter a number from 1 to 1000.');
  await user.fill(within(dialog).getByLabelText('Handle'), 'Treasurer-Here');
  expect(within(dialog).queryByLabelText('Number of handles')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  const ready = await screen.findByRole('dialog', { name: 'Your invitation is ready' });
  within(ready).getByText(url);
  expect(requests(postAdminInvitation)[0]?.body).toMatchObject({ uses: 1, handle: 'treasurer-here' });
  await user.click(within(ready).getByRole('button', { name: 'Done' }));

  await user.click(screen.getByRole('button', { name: 'Delete invitation 7' }));
  const confirm = await screen.findByRole('dialog', { name: 'Delete this invitation?' });
  await user.click(within(confirm).getByRole('button', { name: 'Delete' }));
  await findToast('Invitation deleted');
});

it('shows why an invitation was not created', async () => {
  replyBy(postAdminInvitation, () => failure('handle_taken'));
  const user = await openTab();
  await user.click(await screen.findByRole('button', { name: 'Create invitation' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create an invitation' });
  await user.fill(within(dialog).getByLabelText('Handle'), 'taken-by-another');
  await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  await findToast('Error');
});

it('tells what to do where nothing waits and nobody is invited', async () => {
  reply(getAdminClaims, []);
  reply(getAdminInvitations, []);
  await openTab();
  await screen.findByText(/choose approval in the tab Site/);
  await screen.findByText(/There is no invitation/);
});

it('shows a reader the lists without buttons, and moderation only those of claims', async () => {
  reply(getAdminInvitations, [{ ...INVITATION, url: null }]);
  await openTab('reader');
  await screen.findByText(LONG);
  await screen.findByText('No link');
  for (const name of [/Approve/, /Refuse/, /Delete/, 'Create invitation']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  await openTab('moderation');
  await screen.findByRole('button', { name: `Approve ${LONG}` });
  expect(screen.queryByRole('button', { name: 'Create invitation' })).toBeNull();
});

import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getHandleFigures } from '../../contract/dashboard/dashboard.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { getPublicProfile } from '../../contract/profiles/profiles.ts';
import { getMemberInbox, putMemberInbox } from '../../contract/teams/member-inbox.ts';
import { teamPages } from '../../contract/teams/paths.ts';
import { deleteMember, getInvitations, getMembers, getTeam } from '../../contract/teams/teams.ts';
import { refuse, reply, requests, sent } from '../support/dom/fake-server.ts';
import { findInDialog, findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { HANDLE, OWNER } from '../support/dom/samples.ts';

useApp();

it('a member chooses an inbox, and leaves the team', async () => {
  const inbox = { address: null, pendingAddress: null, wanted: true, pausedAt: null };
  reply(getHandles, [{ ...HANDLE, role: 'editor', receivesMail: false, plan: 'Deluxe' }]);
  reply(getTeam, {
    handle: HANDLE.handle,
    plan: 'Deluxe',
    entitled: true,
    availableFrom: 'Deluxe',
    paidUntil: '2099-01-01T00:00:00.000Z',
    role: 'editor',
    receivesMail: true,
    memberId: 2,
    owner: { email: 'charles@account.example' },
    transfer: null,
  });
  reply(getMembers, [
    {
      id: 2,
      email: OWNER.email,
      role: 'editor',
      status: 'member',
      invitedAt: '2026-01-02T03:04:05.000Z',
      expiresAt: null,
      joinedAt: '2026-01-03T03:04:05.000Z',
      mail: false,
      receivesMail: false,
      inboxesSet: [],
    },
  ]);
  reply(getMemberInbox, inbox);
  const user = await openApp(teamPages.team());
  // An editor sees nothing that only others may do.
  await screen.findByRole('list', { name: 'Members' });
  const address = await screen.findByLabelText('Your real inbox');
  expect(screen.queryByRole('button', { name: /Invite|Remove|Withdraw|Send again/ })).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: 'Activity' })).toBeNull();

  reply(putMemberInbox, { ...inbox, pendingAddress: 'me@real.example' });
  const save = () => screen.getByRole('button', { name: 'Save' });
  await user.fill(address, 'not an address');
  await user.click(save());
  await screen.findByText('Please enter a valid email address');
  await user.fill(address, 'me@real.example');
  await user.pressUntil(save, () =>
    expect(sent(putMemberInbox).at(-1)).toEqual({ email: 'me@real.example', wanted: true }),
  );
  await findToast(/Saved/);

  reply(deleteMember, { message: 'Left.' });
  reply(getHandles, []);
  reply(getHandleFigures, []);
  reply(getInvitations, { invitations: [], transfers: [] });
  refuse(getPublicProfile, 'not_found');
  await user.click(screen.getByRole('button', { name: 'Leave the team' }));
  await user.click(await findInDialog('Leave'));
  await waitFor(() => expect(window.location.pathname).toBe(pages.manage()));
  await findToast(/You left the team/);
  expect(requests(deleteMember)[0]?.params).toMatchObject({ memberId: '2' });
});

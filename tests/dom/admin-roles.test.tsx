import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  getAdminCheck,
  getAdminStats,
  getAdminUsers,
  getAdminWaiting,
  putAdminUserRole,
} from '../../contract/admin/admin.ts';
import type { AdminRole } from '../../contract/admin-roles.ts';
import { pages } from '../../contract/paths.ts';
import { reply, sent } from '../support/dom/fake-server.ts';
import { findToast, openApp, useApp } from '../support/dom/open-app.tsx';
import { ADMIN } from '../support/dom/samples.ts';

useApp();

const BEA = { id: 7, email: 'bea@inbox.example', emailVerified: true, isAdmin: false, createdAt: ADMIN.createdAt };

async function openAs(role: AdminRole) {
  reply(getAdminCheck, { isAdmin: true, role });
  reply(getAdminStats, { users: 1, activeHandles: 1, activeProfiles: 1 });
  reply(getAdminWaiting, { support: 0, pageReports: 0, mailQueue: 0, payments: 0, claims: 0 });
  reply(getAdminUsers, [BEA]);
  const user = await openApp(pages.admin(), { user: ADMIN });
  await screen.findAllByText(BEA.email);
  return user;
}
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const actions = () => screen.queryAllByRole('button', { name: /bea@inbox/ }).map(({ textContent }) => textContent);

it('a reader sees every tab and no button that changes something', async () => {
  await openAs('reader');
  expect(tabs()).toHaveLength(14);
  expect(actions()).toEqual([]);
});

it('an administrator for support sees the tabs and the buttons of that role', async () => {
  await openAs('support');
  expect(tabs()).toEqual(['Users', 'Handles', 'Profiles', 'Payments', 'Support', 'Mail Trace', 'Claims']);
  expect(actions()).toEqual(['Handle limit bea@inbox.example', 'End all sessions of bea@inbox.example']);
  expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Prices/ })).toBeNull();
});

it('an owner sets the role of an account', async () => {
  const user = await openAs('owner');
  await user.click(screen.getByRole('button', { name: 'Role of bea@inbox.example' }));
  await user.selectOptions(await screen.findByLabelText('Role'), 'finance');
  await user.fill(screen.getByLabelText('Reason'), 'Keeps the books.');
  reply(putAdminUserRole, { message: 'The role was changed.' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await findToast('The role of bea@inbox.example was changed');
  expect(sent(putAdminUserRole)).toEqual([{ role: 'finance', reason: 'Keeps the books.' }]);
});

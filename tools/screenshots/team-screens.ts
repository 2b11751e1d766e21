import type { Page } from 'playwright';
import { DAY } from '../../contract/time.ts';
import { mockTeam, type TeamMocks } from '../../tests/support/browser/mock-team.ts';
import type { Screen } from './screen.ts';

const path = '/app/manage-team';
const show =
  (mocks: TeamMocks = {}) =>
  (page: Page) =>
    mockTeam(page, mocks);

/** The screen as a member sees it. */
const asManager: TeamMocks = {
  team: { role: 'manager', memberId: 1 },
  inbox: { address: 'charles@home.example', pendingAddress: 'charles@analytical-engine.example' },
};

export const TEAM_SCREENS: Screen[] = [
  { name: 'team', path, as: 'member', prepare: show() },
  { name: 'team-empty', path, as: 'member', prepare: show({ members: [], activity: [] }) },
  { name: 'team-plan', path, as: 'member', prepare: show({ team: { entitled: false, handle: 'marie-curie' } }) },
  { name: 'team-failed', path, as: 'member', prepare: show({ members: 'failure', activity: 'failure' }) },
  { name: 'team-manager', path, as: 'member', prepare: show(asManager) },
  {
    name: 'team-editor-without-mail',
    path,
    as: 'member',
    prepare: show({ team: { role: 'editor', receivesMail: false, memberId: 2 } }),
  },
  {
    name: 'team-inboxes-end',
    path,
    as: 'member',
    prepare: show(),
    act: async (page) => {
      await page.getByRole('switch', { name: 'Mail for charles@babbage.example' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'team-editor',
    path,
    as: 'member',
    prepare: show({ team: { role: 'editor', memberId: 2 }, inbox: { wanted: false } }),
  },
  {
    name: 'team-offered',
    path,
    as: 'member',
    prepare: show({
      team: {
        transfer: {
          email: 'new.owner@example.com',
          createdAt: new Date().toISOString(),
          expiresAt: new Date(Date.now() + 13 * DAY).toISOString(),
        },
      },
    }),
    act: async (page) => page.getByRole('button', { name: 'Withdraw the offer' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'team-invite',
    path,
    as: 'member',
    prepare: show(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'team-transfer',
    path,
    as: 'member',
    prepare: show(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Hand over', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'invitations', path: '/app/invitations', as: 'member', prepare: show() },
  {
    name: 'invitations-none',
    path: '/app/invitations',
    as: 'member',
    prepare: show({ invitations: { invitations: [], transfers: [] } }),
  },
  { name: 'dashboard-invited', path: '/app/manage', as: 'member', prepare: show() },
];

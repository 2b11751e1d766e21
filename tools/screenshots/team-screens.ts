import { DAY } from '../../contract/time.ts';
import { seedOwner } from '../../tests/support/seeds/owner.ts';
import { ago } from '../../tests/support/seeds/seed.ts';
import { seedInvited, seedTeam } from '../../tests/support/seeds/team.ts';
import { failing, type Screen } from './screen.ts';

/** Returns a screen that shows the team of `ada` as one of its members sees it. */
const team = (who: 'owner' | 'manager' | 'editor', options?: Parameters<typeof seedTeam>[2]) =>
  ({
    path: '/app/manage-team',
    as: 'member',
    seed: async (db) => (await seedTeam(db, 'ada', options))[who],
  }) satisfies Omit<Screen, 'name'>;
const settings: Screen['path'] = ({ handle }) => `/app/manage-handle/${handle}`;
const invited = { as: 'member', seed: (db) => seedInvited(db, 'lovelace') } satisfies Partial<Screen>;

export const TEAM_SCREENS: Screen[] = [
  { name: 'team', ...team('owner') },
  { ...team('owner'), name: 'team-empty', seed: (db) => seedOwner(db, 'ada', { inbox: 'ada@inbox.example' }) },
  { name: 'team-plan', path: '/app/manage-team', as: 'member' },
  {
    name: 'team-failed',
    ...team('owner'),
    prepare: async (page) => {
      await failing('**/api/handles/*/members')(page);
      await failing('**/api/handles/*/activity?*')(page);
    },
  },
  { name: 'team-manager', ...team('manager') },
  { name: 'team-editor-without-mail', ...team('editor') },
  {
    name: 'team-inboxes-end',
    ...team('owner'),
    act: async (page) => {
      await page.getByRole('switch', { name: 'Mail for charles@babbage.example' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'team-editor', ...team('editor', { editorHasMail: true }) },
  {
    ...team('owner'),
    name: 'team-offered',
    path: settings,
    seed: async (db) => {
      const { owner } = await seedTeam(db, 'ada');
      const offer = { handle_id: owner.handleId, offered_by: owner.accountId, email: 'new.owner@example.com' };
      await db
        .insertInto('handle_transfers')
        .values({ ...offer, expires_at: ago(-13 * DAY) })
        .execute();
      return owner;
    },
    act: async (page) => page.getByRole('button', { name: 'Withdraw the offer' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'team-invite',
    ...team('owner'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite somebody' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    ...team('owner'),
    name: 'team-transfer',
    path: settings,
    act: async (page) => {
      await page.getByRole('button', { name: 'Hand over', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'invitations', path: '/app/invitations', ...invited },
  { name: 'invitations-none', path: '/app/invitations', as: 'member' },
  { name: 'dashboard-invited', path: '/app/manage', ...invited },
];

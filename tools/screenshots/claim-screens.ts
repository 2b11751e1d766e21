import { DAY } from '../../contract/time.ts';
import { forAll, type Screen } from './screen.ts';

const seed = forAll(async (db) => {
  await db
    .insertInto('waiting_claims')
    .values([
      { handle: 'rowing-with-ada', email: 'ada.lovelace@members-of-the-rowing-club.example', inbox_key: 'ada' },
      { handle: 'a-handle-of-thirty-letters-yes', email: 'bob@inbox.example', inbox_key: 'bob' },
    ])
    .execute();
  const soon = new Date(Date.now() + 30 * DAY);
  await db
    .insertInto('claim_invitations')
    .values([
      { uses: 30, used: 4, handle: null, email: null, expires_at: soon },
      { uses: 1, used: 0, handle: 'treasurer-of-the-club', email: null, expires_at: soon },
      { uses: 1, used: 1, handle: 'captain-of-the-club', email: null, expires_at: soon },
    ])
    .execute();
});
const tab = { path: '/app/adm?tab=claims', as: 'newcomer', seed } as const;

/** The tab Claims with waiting claims and invitations, and the dialog of an invitation. */
export const CLAIM_SCREENS: Screen[] = [
  { name: 'admin-claims', ...tab },
  {
    name: 'admin-claims-invite',
    ...tab,
    act: async (page) => {
      await page.getByRole('button', { name: 'Create invitation' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

import type { Page } from 'playwright';
import type { Handle } from '../../../contract/handles/handles.ts';
import { HOUR } from '../../../contract/time.ts';
import { failing, type Screen } from '../screen.ts';
import { MAIL, PENDING, SUSPENSION, VERIFIED } from './mail-state-screens.ts';

const path = '/app/manage';

/** Handles in the states that a row can have. */
const STATES: Partial<Handle>[] = [
  { handle: 'marie-curie', ...VERIFIED, mail: MAIL.works, displayName: 'Marie Curie' },
  { handle: 'curie-lab', ...PENDING, mail: MAIL.unverified, template: 'ocean' },
  {
    handle: 'radium',
    plan: 'Plus',
    status: 'resting',
    template: 'candy',
    paidUntil: '2026-01-01T00:00:00.000Z',
    mail: MAIL.resting,
  },
  { handle: 'a-handle-of-thirty-letters-yes', profilePage: false, template: 'royal', mail: MAIL.none },
  { handle: 'nob', plan: 'Deluxe', role: 'editor', template: 'forest', mail: MAIL.works },
];

/** Handles in every state of their mail. */
const MAIL_HANDLES: Partial<Handle>[] = Object.entries(MAIL).map(([name, mail]) => ({
  handle: `mail-${name}`,
  mail,
  ...(mail.state.startsWith('unver') ? PENDING : VERIFIED),
  ...(name === 'none' && { forwardingStatus: 'none', forwardingEmail: null, emailForwarding: false }),
  ...(name === 'paused' && { emailForwarding: false }),
  ...(name === 'suspended' && { status: 'suspended', suspension: SUSPENSION }),
  ...(name === 'resting' && { status: 'resting', plan: 'Plus' }),
}));

/** Mocks a list of handles derived from the account's handle, repeated `times` times, and their figures. */
const showMany =
  (times = 1, of = STATES) =>
  async (page: Page): Promise<void> => {
    const states = Array.from({ length: times }, () => of).flat();
    await page.route('**/api/handles?*', async (route) => {
      const response = await route.fetch();
      const [own] = (await response.json()) as Handle[];
      await route.fulfill({ response, json: states.map((state, at) => ({ ...own, id: at + 1, ...state })) });
    });
    const lastMailAt = new Date(Date.now() - 3 * HOUR).toISOString();
    const figures = states.map((_, at) => ({
      id: at + 1,
      links: at * 2,
      lastMailAt: at < 3 ? lastMailAt : null,
      views: at * 1234,
    }));
    await page.route('**/api/handle-figures?*', (route) => route.fulfill({ json: figures }));
  };

async function openShare(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Share / }).click();
  await page.getByRole('img', { name: /^QR code/ }).waitFor();
}

export const DASHBOARD_SCREENS: Screen[] = [
  { name: 'manage', path, as: 'member' },
  { name: 'manage-many', path, as: 'member', prepare: showMany() },
  { name: 'manage-mail-states', path, as: 'member', prepare: showMany(1, MAIL_HANDLES) },
  {
    name: 'manage-mail-refuses',
    path,
    as: 'member',
    prepare: showMany(1, MAIL_HANDLES),
    act: async (page) => page.getByRole('button', { name: 'Details of mail-refuses' }).click(),
  },
  {
    name: 'manage-mail-suspended',
    path,
    as: 'member',
    prepare: showMany(1, MAIL_HANDLES),
    act: async (page) => page.getByRole('button', { name: 'Details of mail-suspended' }).click(),
  },
  { name: 'manage-forty', path, as: 'member', prepare: showMany(8) },
  { name: 'manage-forced-colours', path, as: 'member', prepare: showMany(), forcedColors: true },
  {
    name: 'manage-menu',
    path,
    as: 'member',
    prepare: showMany(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of curie-lab' }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  { name: 'manage-failed', path, as: 'member', prepare: failing('**/api/handles?*') },
  { name: 'manage-share', path, as: 'member', act: openShare, hasDialog: true },
  {
    name: 'manage-loading',
    path: '/tos',
    as: 'member',
    isLoading: true,
    act: async (page) => {
      await page.route('**/api/handles?*', () => {});
      // A page that never finishes loading is never idle.
      await page.goto(new URL(path, page.url()).href, { waitUntil: 'load' });
      await page.locator('.skeleton').first().waitFor();
    },
  },
];

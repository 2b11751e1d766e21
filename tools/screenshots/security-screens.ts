import type { Page } from 'playwright';
import type { Screen } from './screen.ts';
import { showFirstVisit, showFullLists, showOwedPasskey, showSecurity } from './security.ts';

const settings = { path: '/app/profile-settings', as: 'member' } as const;

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** The section "Sign-in and security" in its states, and the passkey of administrators. */
export const SECURITY_SCREENS: Screen[] = [
  { name: 'security', ...settings, prepare: showSecurity() },
  { name: 'security-first-visit', ...settings, prepare: showFirstVisit },
  {
    name: 'security-full',
    ...settings,
    prepare: showFullLists,
    act: async (page) => {
      await press(page, 'Show all 50 devices');
      await toTop(page);
    },
  },
  { name: 'security-failed', ...settings, prepare: showSecurity({ sessions: 'failure', passkeys: 'failure' }) },
  {
    name: 'security-loading',
    isLoading: true,
    ...settings,
    act: async (page) => {
      // A page with pending requests is never idle, so its first load must get responses.
      await showSecurity({ sessions: 'waiting', passkeys: 'waiting' })(page);
      await page.reload({ waitUntil: 'commit' });
      await page.getByRole('status', { name: 'Loading your devices' }).waitFor();
    },
  },
  {
    name: 'security-rename',
    ...settings,
    prepare: showSecurity(),
    act: async (page) => {
      await press(page, 'Rename Apple Passwords');
      await page.getByLabel('Name of the passkey').fill(' ');
      await press(page, 'Save');
      await toTop(page);
    },
  },
  {
    name: 'security-remove',
    ...settings,
    prepare: showSecurity(),
    act: (page) => press(page, 'Remove Apple Passwords'),
  },
  {
    name: 'security-sign-out',
    ...settings,
    prepare: showSecurity(),
    act: (page) => press(page, 'Sign out on this device'),
  },
  { name: 'admin-passkey', path: '/app/adm', as: 'newcomer', prepare: showOwedPasskey('enrol') },
  { name: 'admin-confirm', path: '/app/adm', as: 'newcomer', prepare: showOwedPasskey('confirm') },
  {
    name: 'admin-end-sessions',
    path: '/app/adm',
    as: 'newcomer',
    act: (page) => press(page, 'End all sessions of marie-curie@example.test'),
  },
];

import type { Page } from 'playwright';

export type Screen = {
  /** Becomes the file's name. */
  name: string;
  /** Path, or how to get it from what the run has made. */
  path: string | ((made: Made) => string);
  /** Who looks; nobody is signed in unless told. `newcomer` has no handle, `member` has one. */
  as?: 'newcomer' | 'member';
  /** What to do on the screen before the picture. */
  act?: (page: Page) => Promise<void>;
};

/** What a run of screenshots makes for its screens. */
export type Made = { handle: string; linkPath: string };

export const SCREENS: Screen[] = [
  { name: 'landing', path: '/' },
  {
    name: 'login-dialog',
    path: '/',
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'create', path: '/create' },
  {
    name: 'create-available',
    path: '/create',
    act: async (page) => {
      await page.getByRole('textbox').first().fill('marie.curie');
      await page.getByText('available', { exact: false }).first().waitFor();
    },
  },
  { name: 'link', path: ({ linkPath }) => linkPath },
  { name: 'link-invalid', path: '/link/altered' },
  { name: 'sample-profile', path: '/digital-universe' },
  { name: 'profile-not-found', path: '/nobody-has-this' },
  { name: 'not-found', path: '/app/no-such-screen' },
  { name: 'login-required', path: '/app/manage' },
  { name: 'manage-empty', path: '/app/manage', as: 'newcomer' },
  { name: 'manage', path: '/app/manage', as: 'member' },
  { name: 'manage-email', path: '/app/manage-email', as: 'member' },
  { name: 'own-profile', path: ({ handle }) => `/${handle}`, as: 'member' },
  { name: 'outbox', path: '/dev/outbox', as: 'member' },
];

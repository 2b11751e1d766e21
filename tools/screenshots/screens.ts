import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from 'playwright';
import { STANDARD_IDENTITY } from '../../contract/site/site-identity.ts';
import { loadRenderer } from '../../server/platform/http/pages/renderer.ts';
import { pngFile } from '../../tests/support/pictures/picture-files.ts';
import { seedPausedQueue } from '../../tests/support/seeds/administration.ts';
import { seedMailReports } from '../../tests/support/seeds/mail-reports.ts';
import { seedOwner } from '../../tests/support/seeds/owner.ts';
import { PICTURE_SCREENS } from './admin/picture-screens.ts';
import { SITE_SCREENS } from './admin/site-screens.ts';
import { ANALYTICS_SCREENS } from './analytics-screens.ts';
import { AUDIENCE_SCREENS, FORM_SCREENS } from './audience-screens.ts';
import { CLAIM_SCREENS } from './claim-screens.ts';
import { DASHBOARD_SCREENS } from './dashboard/dashboard-screens.ts';
import { MAIL_STATE_SCREENS } from './dashboard/mail-state-screens.ts';
import { LIST_SCREENS } from './documents/list-screens.ts';
import { STATUS_SCREENS } from './documents/status-screens.ts';
import { EDITOR_DIALOG_SCREENS } from './editor/editor-dialog-screens.ts';
import { EDITOR_SCREENS } from './editor/editor-screens.ts';
import { PAGE_SCREENS } from './page-screens.ts';
import { REPORT_SCREENS } from './report-screens.ts';
import { forAll, type Screen } from './screen.ts';
import { SECURITY_SCREENS } from './security-screens.ts';
import { SENDING_SCREENS } from './sending-screens.ts';
import { SIGN_IN_SCREENS } from './sign-in-screens.ts';
import { LOOK_UP_SCREENS, SUPPORT_SCREENS } from './support-screens.ts';
import { TEAM_SCREENS } from './team-screens.ts';

async function openClaim(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Grab It!', disabled: false }).click();
  await page.getByRole('dialog').waitFor();
}

async function openPaidClaim(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reserve It!', disabled: false }).click();
  await page.getByRole('textbox', { name: 'Your email' }).fill('somebody@example.test');
}

async function toPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
}

async function openUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload New Avatar' }).click();
  await page.getByRole('button', { name: 'browse files' }).waitFor();
}

/** Mocks the page of an expired handle, for which a run cannot wait: handles expire after a year and a month. */
async function showResting(page: Page): Promise<void> {
  const { renderResting } = await loadRenderer();
  await page.route('**/was-not-renewed', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: renderResting({ site: STANDARD_IDENTITY, username: 'was-not-renewed' }).html,
    }),
  );
}

/** Every administrators' tab, each from one file, without its own data. */
const ADMIN_TABS: Screen[] = globSync('web/admin/*/*-tab.tsx')
  .map((file) => basename(file, '-tab.tsx'))
  .map((tab) => ({ name: `admin-tab-${tab}`, path: `/app/adm?tab=${tab}`, as: 'newcomer' }));

const reports = forAll(async (db) => seedMailReports(db, (await seedOwner(db, 'a-handle')).handleId));

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
      await page.getByText('Perfect! This handle is available').waitFor();
    },
  },
  {
    name: 'create-long',
    path: '/create?handle=a-handle-of-thirty-letters-yes',
    act: async (page) => page.getByText('Perfect! This handle is available').waitFor(),
  },
  {
    name: 'create-taken',
    path: '/create?handle=digital-universe',
    act: async (page) => page.getByText('Sorry, this handle is', { exact: false }).waitFor(),
  },
  { name: 'claim-dialog', path: '/create?handle=claim-dialog-shown', act: openClaim },
  {
    name: 'claim-sent',
    path: '/create?handle=claim-dialog-shown',
    act: async (page) => {
      await openClaim(page);
      await page.getByRole('textbox', { name: 'Your email' }).fill('somebody@example.test');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Got it' }).waitFor();
    },
  },
  {
    name: 'claim-error',
    path: '/create?handle=claim-dialog-shown',
    act: async (page) => {
      await page.route('**/api/send-magic-link', (route) => route.abort());
      await openClaim(page);
      await page.getByRole('textbox', { name: 'Your email' }).fill('somebody@example.test');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Try Again' }).waitFor();
    },
  },
  { name: 'paid-claim', path: '/create?handle=shorty', act: openPaidClaim },
  {
    name: 'paid-claim-payment',
    path: '/create?handle=shorty',
    act: async (page) => {
      await openPaidClaim(page);
      await toPayment(page);
      await page.getByRole('button', { name: /^Pay / }).waitFor();
    },
  },
  {
    name: 'paid-claim-error',
    path: '/create?handle=shorty',
    act: async (page) => {
      await page.route('**/paypal/setup', (route) => route.abort());
      await openPaidClaim(page);
      await toPayment(page);
      await page.getByRole('button', { name: 'Try Again' }).waitFor();
    },
  },
  {
    name: 'toast',
    path: '/create',
    act: async (page) => {
      await page.route('**/api/dev-login', (route) => route.abort());
      await page.getByRole('button', { name: 'Dev login' }).click();
      await page.getByText('Login Error').first().waitFor();
    },
  },
  { name: 'email-forwarding', path: '/email-forwarding' },
  { name: 'terms', path: '/tos' },
  { name: 'privacy', path: '/privacy' },
  {
    name: 'profile-loading',
    isLoading: true,
    path: '/',
    act: async (page) => {
      await page.route('**/api/profile/*', () => {});
      await page.getByRole('link', { name: 'VIEW EXAMPLE PROFILE' }).click();
      await page.getByText('Loading profile').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'celebration',
    path: '/app/manage-email?verified=true&handle=marie-curie&email=marie%40inbox.example',
    hasDialog: true,
    act: async (page) => page.getByRole('dialog').waitFor(),
  },
  { name: 'link', path: ({ linkPath }) => linkPath },
  { name: 'link-invalid', path: '/link/altered' },
  { name: 'sample-profile', path: '/digital-universe' },
  { name: 'profile-not-found', path: '/nobody-has-this' },
  { name: 'profile-not-found-reserved', path: '/postmaster' },
  { name: 'resting', path: '/was-not-renewed', prepare: showResting },
  { name: 'not-found', path: '/app/no-such-screen' },
  { name: 'status', path: '/status' },
  { name: 'login-required', path: '/app/manage' },
  { name: 'manage-empty', path: '/app/manage', as: 'newcomer' },
  ...DASHBOARD_SCREENS,
  { name: 'manage-handle', path: ({ handle }) => `/app/manage-handle/${handle}`, as: 'member' },
  {
    name: 'manage-handle-leave',
    path: ({ handle }) => `/app/manage-handle/${handle}`,
    as: 'member',
    act: async (page) => {
      await page.getByLabel('Bio').fill('Not saved yet');
      await page.getByRole('link', { name: 'Back to Dashboard' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'manage-handle-not-found', path: '/app/manage-handle/nobody-has-this', as: 'member' },
  { name: 'manage-social', path: '/app/manage-social', as: 'member' },
  {
    name: 'manage-social-dialog',
    path: '/app/manage-social',
    as: 'member',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add TikTok' }).click();
      await page.getByRole('textbox', { name: 'Username' }).fill('marie');
    },
  },
  { name: 'manage-social-empty', path: '/app/manage-social', as: 'newcomer' },
  { name: 'manage-email', path: '/app/manage-email', as: 'member' },
  ...MAIL_STATE_SCREENS,
  ...EDITOR_SCREENS,
  ...EDITOR_DIALOG_SCREENS,
  ...PICTURE_SCREENS,
  ...SITE_SCREENS,
  ...REPORT_SCREENS,
  ...SUPPORT_SCREENS,
  ...SENDING_SCREENS,
  ...ANALYTICS_SCREENS,
  ...PAGE_SCREENS,
  ...TEAM_SCREENS,
  ...AUDIENCE_SCREENS,
  ...FORM_SCREENS,
  ...LIST_SCREENS,
  ...STATUS_SCREENS,
  { name: 'appearance', path: '/app/manage-appearance', as: 'member' },
  { name: 'profile-settings', path: '/app/profile-settings', as: 'member' },
  { name: 'upload', path: '/app/profile-settings', as: 'member', act: openUpload },
  {
    name: 'upload-crop',
    path: '/app/profile-settings',
    as: 'member',
    act: async (page) => {
      await openUpload(page);
      await page
        .locator('.picture-upload input[type=file]')
        .first()
        .setInputFiles(await pngFile(1200, 800));
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    },
  },
  ...SECURITY_SCREENS,
  ...SIGN_IN_SCREENS,
  { name: 'own-profile', path: ({ handle }) => `/${handle}`, as: 'member' },
  { name: 'outbox', path: '/dev/outbox', as: 'member' },
  { name: 'admin-denied', path: '/app/adm', as: 'member' },
  ...ADMIN_TABS,
  ...CLAIM_SCREENS,
  {
    name: 'admin-suspend',
    path: '/app/adm?tab=handles',
    as: 'newcomer',
    act: async (page) => {
      await page.getByRole('button', { name: 'Suspend marie-curie' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'admin-queue', path: '/app/adm?tab=mail-queue', as: 'newcomer', seed: forAll(seedPausedQueue) },
  ...LOOK_UP_SCREENS,
  {
    name: 'admin-reports',
    path: '/app/adm?tab=mail-reports',
    as: 'newcomer',
    seed: reports,
  },
  {
    name: 'admin-report-dmarc',
    path: '/app/adm?tab=mail-reports',
    as: 'newcomer',
    seed: reports,
    act: async (page) =>
      page
        .getByRole('button', { name: /^Details of report/ })
        .first()
        .click(),
  },
  { name: 'admin-prices', path: '/app/adm/prices', as: 'newcomer' },
  {
    name: 'admin-package',
    path: '/app/adm/prices',
    as: 'newcomer',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add Package' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

import type { Page } from 'playwright';
import {
  seedSupportRequests,
  seedTracedMail,
  seedTransferredPayment,
} from '../../tests/support/seeds/administration.ts';
import { seedOwner } from '../../tests/support/seeds/owner.ts';
import { failing, forAll, type Screen, type TestData } from './screen.ts';

const screen = { path: '/app/support', as: 'member' } as const;
const admin: Omit<Screen, 'name'> = { path: '/app/adm?tab=support', as: 'newcomer', seed: forAll(seedSupportRequests) };

async function write(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Subject' }).fill('Mail from my bank does not arrive');
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill(`Since Monday nothing arrives.\n\n${'All of it. '.repeat(420)}`);
}

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
}

async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
}

/** The support screen in its states, and the administrators' tab. */
export const SUPPORT_SCREENS: Screen[] = [
  { name: 'support', ...screen },
  { name: 'support-all', ...screen, seed: (db) => seedOwner(db, 'ada') },
  { name: 'support-no-handle', path: '/app/support', as: 'newcomer' },
  {
    name: 'support-errors',
    ...screen,
    prepare: failing('**/api/support'),
    act: async (page) => {
      await press(page, 'Send message');
      await page.getByText('Please enter a subject.').waitFor();
      await toTop(page);
    },
  },
  {
    name: 'support-long',
    ...screen,
    act: async (page) => {
      await write(page);
      await toTop(page);
    },
  },
  {
    name: 'support-sent',
    ...screen,
    seed: (db) => seedOwner(db, 'radium'),
    act: async (page) => {
      await write(page);
      await press(page, 'Send message');
      await page.getByText('Your message is on its way').waitFor();
      await toTop(page);
    },
  },
  { name: 'support-line', path: ({ handleId }: TestData) => `/app/manage-email?handleId=${handleId}`, as: 'member' },
  { name: 'admin-support', ...admin },
  {
    name: 'admin-support-request',
    ...admin,
    act: async (page) => {
      await page
        .getByRole('row', { name: /curie@account/ })
        .getByRole('button', { name: 'Read' })
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

const trace: Omit<Screen, 'name'> = {
  path: '/app/adm?tab=mail-trace&of=radium',
  as: 'newcomer',
  seed: forAll(seedTracedMail),
};

/** The support views of administrators: the trace of mail, the counts on the tabs, and the payer of a transferred handle. */
export const LOOK_UP_SCREENS: Screen[] = [
  {
    name: 'admin-payment-transferred',
    path: '/app/adm?tab=payments',
    as: 'newcomer',
    seed: forAll(seedTransferredPayment),
    act: async (page) => {
      await page.getByRole('button', { name: /^Refund/ }).click();
      await page.getByRole('dialog', { name: 'ada has another owner now' }).waitFor();
    },
  },
  { ...trace, name: 'admin-mail-trace-start', path: '/app/adm?tab=mail-trace' },
  {
    ...trace,
    name: 'admin-mail-trace',
    act: async (page) => {
      await page.getByRole('button', { name: /a-rather-long-name-of-a-sender/ }).click();
      await page.getByText('Last reply:').waitFor();
    },
  },
  {
    name: 'admin-mail-trace-nothing',
    path: '/app/adm?tab=mail-trace&of=quiet-one',
    as: 'newcomer',
    seed: forAll((db) => seedOwner(db, 'quiet-one')),
  },
  { name: 'admin-mail-trace-unknown', path: '/app/adm?tab=mail-trace&of=nobody-at-all', as: 'newcomer' },
];

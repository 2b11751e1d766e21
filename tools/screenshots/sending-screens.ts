import type { Page } from 'playwright';
import { HOUR } from '../../contract/time.ts';
import { seedOwner } from '../../tests/support/seeds/owner.ts';
import { ago } from '../../tests/support/seeds/seed.ts';
import { seedSender, seedUse } from '../../tests/support/seeds/sending.ts';
import { failing, type Screen, type TestData } from './screen.ts';

const tab =
  (name: 'sending' | 'replies' | 'auto-reply') =>
  ({ handleId }: TestData) =>
    `/app/manage-email?handleId=${handleId}&tab=${name}`;

/** Returns a screen that shows a tab of a handle that sends. */
const sender = (name: Parameters<typeof tab>[0]) =>
  ({ path: tab(name), as: 'member', seed: (db) => seedSender(db, 'marie') }) satisfies Omit<Screen, 'name'>;

/** Returns a screen that shows a tab of a handle that has not sent yet. */
const newSender = (name: Parameters<typeof tab>[0]) =>
  ({
    path: tab(name),
    as: 'member',
    seed: (db) => seedOwner(db, 'marie', { inbox: 'marie@inbox.example' }),
  }) satisfies Omit<Screen, 'name'>;

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
}

async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function createPassword(page: Page): Promise<void> {
  await press(page, 'Create an app password');
  await page.getByRole('textbox', { name: 'Name' }).fill('Gmail');
  await press(page, 'Create password');
  await page.getByText('This is the only time').waitFor();
}

/** The tabs for sending, replies and the automatic reply, in their states. */
export const SENDING_SCREENS: Screen[] = [
  { name: 'sending-plan', path: tab('sending'), as: 'member' },
  { name: 'replies-plan', path: tab('replies'), as: 'member' },
  { name: 'auto-reply-plan', path: tab('auto-reply'), as: 'member' },
  { name: 'sending', ...sender('sending') },
  { name: 'sending-empty', ...newSender('sending') },
  {
    name: 'sending-failed',
    ...sender('sending'),
    prepare: async (page) => {
      await failing('**/api/handles/*/app-passwords')(page);
      await failing('**/api/handles/*/suppressions')(page);
    },
  },
  {
    ...sender('sending'),
    name: 'sending-paused',
    seed: async (db) => {
      const owner = await seedSender(db, 'marie');
      await seedUse(db, owner.handleId, { since: 3, hour: 12, day: 50 });
      const pause = { paused_at: ago(HOUR), pause_reason: 'bounces' };
      await db.updateTable('sending_settings').set(pause).where('handle_id', '=', owner.handleId).execute();
      return owner;
    },
  },
  {
    name: 'sending-guide',
    ...sender('sending'),
    act: async (page) => {
      await page.locator('summary', { hasText: 'Gmail' }).click();
      await toTop(page);
    },
  },
  {
    name: 'sending-guide-outlook',
    ...sender('sending'),
    act: async (page) => {
      await page.locator('summary', { hasText: 'Outlook' }).click();
      await toTop(page);
    },
  },
  {
    name: 'sending-password',
    ...sender('sending'),
    act: async (page) => {
      await press(page, 'Create an app password');
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
    },
  },
  { name: 'sending-password-shown', ...sender('sending'), act: createPassword },
  {
    name: 'sending-test',
    ...sender('sending'),
    act: async (page) => {
      await press(page, 'Send a test from my handle');
      await page.getByText('the message comes from').waitFor();
      await toTop(page);
    },
  },
  {
    ...sender('replies'),
    name: 'replies',
    seed: async (db) => {
      const owner = await seedSender(db, 'marie');
      const mode = { reply_mode: 'reply' };
      await db.updateTable('sending_settings').set(mode).where('handle_id', '=', owner.handleId).execute();
      return owner;
    },
  },
  { name: 'replies-empty', ...newSender('replies') },
  {
    name: 'replies-added',
    ...sender('replies'),
    act: async (page) => {
      await press(page, 'Add a contact');
      await page.getByRole('textbox', { name: 'Email address' }).fill('ada@analytical.example');
      await press(page, 'Add contact');
      await page.getByText('Write to this address').waitFor();
    },
  },
  { name: 'auto-reply', ...sender('auto-reply') },
  { name: 'auto-reply-empty', ...newSender('auto-reply') },
  {
    name: 'auto-reply-errors',
    ...sender('auto-reply'),
    act: async (page) => {
      await page.getByLabel('Subject').fill('');
      await page.getByLabel('Days between').fill('31');
      await page.getByLabel('Last day').fill('2020-01-01');
      await press(page, 'Save changes');
      await page.getByText('Please enter a subject.').waitFor();
      await toTop(page);
    },
  },
];

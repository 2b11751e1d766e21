import type { Page } from 'playwright';
import { DAY, HOUR } from '../../contract/time.ts';
import { mockDeliveryLog } from '../../tests/support/browser/mock-delivery-log.ts';
import { mockSending, type SendingMocks } from '../../tests/support/browser/mock-sending.ts';
import type { Screen, TestData } from './screen.ts';

const tab =
  (name: 'sending' | 'replies' | 'auto-reply') =>
  ({ handleId }: TestData) =>
    `/app/manage-email?handleId=${handleId}&tab=${name}`;

const show =
  (mocks: SendingMocks = {}) =>
  async (page: Page) =>
    mockSending(page, mocks);

const nothing: SendingMocks = {
  passwords: [],
  suppressions: [],
  contacts: [],
  status: { used: { hour: 0, day: 0 }, paidUntil: null },
  autoReply: {
    enabled: false,
    subject: 'Thank you for your message',
    text: 'Hi {name},\n\nThank you for your message. I am away at the moment and will reply when I am back.',
    from: null,
    until: null,
  },
};
const failed: SendingMocks = { passwords: 'failure', suppressions: 'failure', contacts: 'failure' };

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
}

async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
}

async function createPassword(page: Page): Promise<void> {
  await page.route('**/api/handles/*/app-passwords', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 201,
          json: {
            id: 9,
            name: 'Gmail',
            createdAt: new Date().toISOString(),
            lastUsedAt: null,
            lastUsedFrom: null,
            password: 'k7h3-qd2m-x5v9-c4t8-w1z6-b0np-3rfy',
          },
        })
      : route.fallback(),
  );
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
  { name: 'sending', path: tab('sending'), as: 'member', prepare: show() },
  { name: 'sending-empty', path: tab('sending'), as: 'member', prepare: show(nothing) },
  { name: 'sending-failed', path: tab('sending'), as: 'member', prepare: show(failed) },
  {
    name: 'sending-paused',
    path: tab('sending'),
    as: 'member',
    prepare: show({
      status: {
        paused: { at: new Date(Date.now() - HOUR).toISOString(), reason: 'bounces' },
        used: { hour: 12, day: 50 },
        limits: {
          hour: 12,
          day: 50,
          perMessage: 50,
          size: 26_214_400,
          reducedUntil: new Date(Date.now() + 4 * DAY).toISOString(),
        },
      },
    }),
  },
  {
    name: 'sending-guide',
    path: tab('sending'),
    as: 'member',
    prepare: show(),
    act: async (page) => {
      await page.locator('summary', { hasText: 'Gmail' }).click();
      await toTop(page);
    },
  },
  {
    name: 'sending-guide-outlook',
    path: tab('sending'),
    as: 'member',
    prepare: show(),
    act: async (page) => {
      await page.locator('summary', { hasText: 'Outlook' }).click();
      await toTop(page);
    },
  },
  {
    name: 'sending-password',
    path: tab('sending'),
    as: 'member',
    prepare: show(),
    act: async (page) => {
      await press(page, 'Create an app password');
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
    },
  },
  { name: 'sending-password-shown', path: tab('sending'), as: 'member', prepare: show(), act: createPassword },
  {
    name: 'sending-test',
    path: tab('sending'),
    as: 'member',
    prepare: async (page) => {
      await mockDeliveryLog(page);
      await mockSending(page);
      await page.route('**/sending/test', (route) => route.fulfill({ status: 202, json: { flightId: 'sent' } }));
    },
    act: async (page) => {
      await press(page, 'Send a test from my handle');
      await page.getByText('the message comes from').waitFor();
      await toTop(page);
    },
  },
  { name: 'replies', path: tab('replies'), as: 'member', prepare: show({ replyMode: { mode: 'reply' } }) },
  { name: 'replies-empty', path: tab('replies'), as: 'member', prepare: show(nothing) },
  {
    name: 'replies-added',
    path: tab('replies'),
    as: 'member',
    prepare: show(),
    act: async (page) => {
      await page.route('**/api/handles/*/contacts', (route) =>
        route.fulfill({
          status: 201,
          json: {
            id: 9,
            address: 'ada@analytical.example',
            name: 'Ada',
            writeTo: 'reply-k7h3qd2mx5v9c4t8w1z6b0n9@localhost',
            blocked: false,
            lastReceivedAt: null,
            lastSentAt: null,
            createdAt: new Date().toISOString(),
          },
        }),
      );
      await press(page, 'Add a contact');
      await page.getByRole('textbox', { name: 'Email address' }).fill('ada@analytical.example');
      await press(page, 'Add contact');
      await page.getByText('Write to this address').waitFor();
    },
  },
  { name: 'auto-reply', path: tab('auto-reply'), as: 'member', prepare: show() },
  { name: 'auto-reply-empty', path: tab('auto-reply'), as: 'member', prepare: show(nothing) },
  {
    name: 'auto-reply-errors',
    path: tab('auto-reply'),
    as: 'member',
    prepare: show(),
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

import type { Page } from 'playwright';
import {
  mockMailTrace,
  mockSupport,
  mockSupportRequests,
  mockTransferredPayment,
} from '../../tests/support/browser/mock-support.ts';
import type { Screen, TestData } from './screen.ts';

const screen = { path: '/app/support', as: 'member' } as const;
const admin = { path: '/app/adm?tab=support', as: 'newcomer', prepare: mockSupportRequests } as const;

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
  { name: 'support', ...screen, prepare: (page) => mockSupport(page) },
  {
    name: 'support-all',
    ...screen,
    prepare: (page) => mockSupport(page, { priority: true, phone: '+1 (202) 555-0123' }),
  },
  {
    name: 'support-no-handle',
    path: '/app/support',
    as: 'newcomer',
    prepare: (page) => mockSupport(page, { phoneOffered: false }),
  },
  {
    name: 'support-errors',
    ...screen,
    prepare: (page: Page) => mockSupport(page, 'failure'),
    act: async (page) => {
      await press(page, 'Send message');
      await page.getByText('Please enter a subject.').waitFor();
      await toTop(page);
    },
  },
  {
    name: 'support-long',
    ...screen,
    prepare: (page: Page) => mockSupport(page),
    act: async (page) => {
      await write(page);
      await toTop(page);
    },
  },
  {
    name: 'support-sent',
    ...screen,
    prepare: (page: Page) => mockSupport(page, { priority: true }),
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
      await press(page, 'Read');
      await page.getByRole('dialog').waitFor();
    },
  },
];

const trace = { path: '/app/adm?tab=mail-trace&of=curie', as: 'newcomer' } as const;

/** The support views of administrators: the trace of mail, the counts on the tabs, and the payer of a transferred handle. */
export const LOOK_UP_SCREENS: Screen[] = [
  {
    name: 'admin-payment-transferred',
    path: '/app/adm?tab=payments',
    as: 'newcomer',
    prepare: mockTransferredPayment,
    act: async (page) => {
      await page.getByRole('button', { name: /^Refund/ }).click();
      await page.getByRole('dialog', { name: 'ada has another owner now' }).waitFor();
    },
  },
  { ...trace, name: 'admin-mail-trace-start', path: '/app/adm?tab=mail-trace', prepare: mockMailTrace },
  {
    ...trace,
    name: 'admin-mail-trace',
    prepare: (page: Page) => mockMailTrace(page),
    act: async (page) => {
      await page.getByRole('button', { name: /bank@bank.example/ }).click();
      await page.getByText('Last reply:').waitFor();
    },
  },
  { ...trace, name: 'admin-mail-trace-nothing', prepare: (page) => mockMailTrace(page, 'nothing') },
  { ...trace, name: 'admin-mail-trace-unknown', prepare: (page) => mockMailTrace(page, 'unknown') },
];

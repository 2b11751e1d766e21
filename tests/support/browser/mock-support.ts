import type { Page } from '@playwright/test';
import type { AdminDelivery } from '../../../contract/admin/mail.ts';
import type { AdminSupportRequest, AdminSupportSummary, SupportOffer } from '../../../contract/support/support.ts';
import { MINUTE } from '../../../contract/time.ts';

const OFFER: SupportOffer = {
  priority: false,
  priorityFrom: 'Plus',
  phone: null,
  phoneFrom: 'Deluxe',
  phoneOffered: true,
};

/** Mocks the ways in which the person can reach support. */
export async function mockSupport(
  page: Pick<Page, 'route'>,
  offer: Partial<SupportOffer> | 'failure' = {},
): Promise<void> {
  await page.route('**/api/support', (route) => {
    if (route.request().method() === 'POST') return route.fulfill({ status: 201, json: { id: 1207, priority: true } });
    if (offer === 'failure') return route.fulfill({ status: 500, json: {} });
    return route.fulfill({ json: { ...OFFER, ...offer } });
  });
}

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const LONG = 'the-inbox-of-somebody-with-a-very-long-address-indeed@mail.a-long-domain-name.example';

const REQUESTS: AdminSupportRequest[] = [
  {
    id: 1206,
    email: 'marie@inbox.example',
    handle: 'curie',
    plan: 'Plus',
    priority: true,
    state: 'open',
    subject: 'Mail from my bank does not arrive',
    createdAt: ago(42),
    answeredAt: null,
    text: 'Hello,\n\nsince Monday nothing from my bank arrives. Other mail does.\n\nThe delivery log says "deferred".\n\nThank you\nMarie',
  },
  {
    id: 1201,
    email: LONG,
    handle: null,
    plan: 'Free',
    priority: false,
    state: 'open',
    subject: `A subject as long as it may be, ${'which goes on and on '.repeat(5)}`.trim(),
    text: 'Help! '.repeat(400).trim(),
    createdAt: ago(3 * 1440 + 300),
    answeredAt: null,
  },
  {
    id: 1199,
    email: 'lise@inbox.example',
    handle: 'lm',
    plan: 'Deluxe',
    priority: true,
    state: 'answered',
    subject: 'Can my assistant edit the page?',
    text: 'How?',
    createdAt: ago(2000),
    answeredAt: ago(1965),
  },
  {
    id: 1188,
    email: 'spam@inbox.example',
    handle: null,
    plan: null,
    priority: false,
    state: 'closed',
    subject: 'Best offers',
    text: 'Buy!',
    createdAt: ago(9000),
    answeredAt: null,
  },
];
const SUMMARY: AdminSupportSummary = {
  priority: { open: 1, answered: 38, median: 47, slowest: 610 },
  others: { open: 1, answered: 214, median: 415.5, slowest: 4320 },
};

/** Mocks the requests that administrators see. */
export async function mockSupportRequests(page: Pick<Page, 'route'>): Promise<void> {
  await page.route('**/api/admin/support?*', (route) => route.fulfill({ json: REQUESTS }));
  await page.route('**/api/admin/support/summary', (route) => route.fulfill({ json: SUMMARY }));
  const [first] = REQUESTS;
  const answers = [
    { at: ago(30), by: 'admin@example.test', text: 'Your inbox is full.\n\nPlease delete something.' },
    { at: ago(5), by: null, text: 'Does it work now?' },
  ];
  await page.route('**/api/admin/support/*', (route) =>
    route.request().url().endsWith('/summary') ? route.fallback() : route.fulfill({ json: { ...first, answers } }),
  );
}

const mail = { direction: 'received', author: 'bank@bank.example', client: '192.0.2.7', size: 48_213 } as const;

const DELIVERIES: AdminDelivery[] = [
  {
    ...mail,
    id: '01m3x0000000000000aa',
    handle: 'curie',
    recipient: 'curie@localhost',
    sender: 'bank@bank.example',
    state: 'queued',
    receivedAt: ago(50),
    events: [
      { at: ago(50), step: 'received' },
      { at: ago(50), step: 'checked', spf: 'pass', dkim: ['pass bank.example'], dmarc: 'pass' },
      {
        at: ago(49),
        step: 'tried',
        host: 'mx.inbox.example',
        code: 452,
        enhanced: '4.2.2',
        words: 'The mailbox is full',
      },
      { at: ago(49), step: 'queued', nextAt: ago(-12) },
    ],
    queue: [
      {
        id: '01m3x0000000000000aa',
        attempts: 4,
        nextAt: ago(-12),
        held: false,
        lastReply: '452 4.2.2 The mailbox is full',
      },
    ],
  },
  {
    ...mail,
    id: '01m3w0000000000000bb',
    handle: 'curie',
    recipient: 'curie@localhost',
    sender: LONG,
    state: 'refused',
    receivedAt: ago(900),
    queue: [],
    events: [
      {
        at: ago(900),
        step: 'refused',
        code: 550,
        enhanced: '5.7.1',
        words: 'Rejected: the DMARC policy of example.com',
      },
    ],
  },
  {
    ...mail,
    id: '01m3v0000000000000cc',
    handle: 'curie',
    recipient: 'curie@localhost',
    sender: '',
    state: 'delivered',
    receivedAt: ago(2000),
    queue: [],
    events: [{ at: ago(2000), step: 'delivered', host: 'mx.inbox.example', code: 250, words: 'Ok', final: true }],
  },
];

/** Mocks what administrators find: mail of a handle, none, or a failure; and what waits. */
export async function mockMailTrace(
  page: Pick<Page, 'route'>,
  found: 'mail' | 'nothing' | 'unknown' = 'mail',
): Promise<void> {
  await page.route('**/api/admin/waiting', (route) =>
    route.fulfill({ json: { support: 3, pageReports: 1, mailQueue: 0, payments: 100 } }),
  );
  await page.route('**/api/admin/mail?*', (route) => {
    if (found === 'unknown')
      return route.fulfill({ status: 404, json: { code: 'not_found', message: 'There is no handle curie.' } });
    return route.fulfill({ json: found === 'mail' ? DELIVERIES : [] });
  });
}

/** Mocks one payment for a handle that has another owner now. */
export async function mockTransferredPayment(page: Pick<Page, 'route'>): Promise<void> {
  const payment = {
    id: 7,
    state: 'granted',
    plan: 'Vanity',
    price: 49.99,
    handle: 'ada',
    isRenewal: false,
    problem: null,
    email: 'seller@inbox.example',
    payerEmail: 'seller.of.handles@paypal.example',
    transferredTo: LONG,
    orderId: '5O190127TN364715T',
    createdAt: ago(900),
    capturedAt: ago(899),
    refundedAt: null,
    refundReason: null,
  };
  await page.route('**/api/admin/payments?*', (route) => route.fulfill({ json: [payment] }));
}

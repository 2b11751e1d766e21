import type { Page } from '@playwright/test';
import type { AdminSupportRequest, AdminSupportSummary, SupportOffer } from '../../../contract/support/support.ts';

const OFFER: SupportOffer = {
  ...{ priority: false, priorityFrom: 'Plus', phone: null, phoneFrom: 'Deluxe', phoneOffered: true },
};

/** Mocks how the person reaches support. */
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

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const LONG = 'the-inbox-of-somebody-with-a-very-long-address-indeed@mail.a-long-domain-name.example';

const REQUESTS: AdminSupportRequest[] = [
  {
    ...{ id: 1206, email: 'marie@inbox.example', handle: 'curie', plan: 'Plus', priority: true, state: 'open' },
    ...{ subject: 'Mail from my bank does not arrive', createdAt: ago(42), answeredAt: null },
    text: 'Hello,\n\nsince Monday nothing from my bank arrives. Other mail does.\n\nThe delivery log says "deferred".\n\nThank you\nMarie',
  },
  {
    ...{ id: 1201, email: LONG, handle: null, plan: 'Free', priority: false, state: 'open' },
    ...{ subject: `A subject as long as it may be, ${'which goes on and on '.repeat(5)}`.trim() },
    ...{ text: 'Help! '.repeat(400).trim(), createdAt: ago(3 * 1440 + 300), answeredAt: null },
  },
  {
    ...{ id: 1199, email: 'lise@inbox.example', handle: 'lm', plan: 'Deluxe', priority: true, state: 'answered' },
    ...{ subject: 'Can my assistant edit the page?', text: 'How?', createdAt: ago(2000), answeredAt: ago(1965) },
  },
  {
    ...{ id: 1188, email: 'spam@inbox.example', handle: null, plan: null, priority: false, state: 'closed' },
    ...{ subject: 'Best offers', text: 'Buy!', createdAt: ago(9000), answeredAt: null },
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

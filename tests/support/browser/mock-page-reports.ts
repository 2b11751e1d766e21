import type { Page } from '@playwright/test';
import type { AdminCase, AdminCaseDetails, PageDecision } from '../../../contract/page-reports/cases.ts';
import { DAY, HOUR } from '../../../contract/time.ts';

const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

const NONE = { action: null, decidedAt: null, appealedAt: null, closedAt: null } as const;
const CASES: AdminCase[] = [
  {
    ...NONE,
    id: 7,
    handleId: 3,
    handle: 'your-bank-support',
    status: 'active',
    state: 'open',
    reports: 14,
    reasons: [
      { reason: 'phishing', count: 12 },
      { reason: 'impersonation', count: 2 },
    ],
    openedAt: ago(5),
  },
  {
    id: 5,
    handleId: 4,
    handle: 'curie',
    status: 'suspended',
    state: 'appealed',
    action: 'suspend',
    reports: 1,
    reasons: [{ reason: 'copyright', count: 1 }],
    openedAt: ago(90),
    decidedAt: ago(60),
    appealedAt: ago(2),
    closedAt: null,
  },
];
const DETAILS: AdminCaseDetails = {
  ...(CASES[0] as AdminCase),
  ownerEmail: 'the-inbox-of-somebody-with-a-long-address@mail.a-long-domain-name.example',
  items: [
    {
      id: 2,
      reason: 'phishing',
      text: 'It looks like my bank and asks for the password.',
      createdAt: ago(1),
      address: 'https://login.bank.example.evil.example/account',
      email: 'rita@visitors.example',
    },
    {
      id: 1,
      reason: 'impersonation',
      text: 'هذه ليست صفحتي. '.repeat(20),
      createdAt: ago(5),
      address: null,
      email: null,
    },
  ],
  blocks: [{ id: 'abc', type: 'link', title: 'Sign in', url: 'https://login.bank.example.evil.example/account' }],
  reporterAnswer: null,
  ownerAnswer: null,
  appealText: null,
  appealAnswer: null,
  earlier: [{ id: 2, state: 'upheld', action: 'ask', decidedAt: ago(900) }],
};
const DECISION: PageDecision = {
  id: 7,
  handle: 'curie',
  action: 'suspend',
  reasons: ['copyright'],
  decidedAt: ago(60),
  appeal: null,
  answer: 'The picture of your page belongs to somebody else.\nThat breaks our terms.',
  appealUntil: new Date(Date.now() + 180 * DAY).toISOString(),
};

/** Mocks the reported pages that administrators see. */
export async function mockPageReports(page: Pick<Page, 'route'>): Promise<void> {
  await page.route('**/api/admin/page-reports?*', (route) => route.fulfill({ json: CASES }));
  await page.route('**/api/admin/page-reports/7', (route) => route.fulfill({ json: DETAILS }));
}

/** Mocks a decision that its owner can appeal against. */
export async function mockDecision(page: Pick<Page, 'route'>): Promise<void> {
  await page.route('**/decisions/7', (route) => route.fulfill({ json: DECISION }));
}

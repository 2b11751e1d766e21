import type { Page } from '@playwright/test';
import type { Delivery, DeliveryEvent } from '../../../contract/forwarding/delivery-log.ts';
import type { MailPolicy } from '../../../contract/forwarding/mail-policy.ts';
import { MINUTE } from '../../../contract/time.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

/** Mocks the API calls of the delivery log screen: one email of each kind, and this mail policy. */
export async function mockDeliveryLog(page: Page, changes: Partial<MailPolicy> = {}): Promise<void> {
  const policy: MailPolicy = {
    version: 'one',
    whenOff: 'refuse',
    blocked: ['@ads.example', 'offers@shop.example', 'somebody.with.a.very.long.name@newsletters.department.example'],
    allowedLists: ['announce.lists.a-club-with-a-rather-long-name.example', 'lists.school.example'],
    keepSubjects: true,
    backupEmail: 'marie@second-inbox.example',
    backupStatus: 'pending',
    paused: null,
    limitReachedAt: ago(90),
    ...changes,
  };
  const records = deliveries();
  await page.route('**/api/email-forwarding/*/policy', (route) => route.fulfill({ json: policy }));
  await page.route('**/api/email-forwarding/*/flights?*', (route) => route.fulfill({ json: records }));
  await page.route('**/api/email-forwarding/*/test-mail', (route) =>
    route.fulfill({ status: 202, json: { flightId: 'delivered' } }),
  );
  await page.route('**/api/email-forwarding/*/flights/*', (route) =>
    route.fulfill({ json: records.find(({ id }) => route.request().url().endsWith(`/${id}`)) }),
  );
}

/** Mocks an empty delivery log. */
export async function mockEmptyDeliveryLog(page: Page): Promise<void> {
  await mockDeliveryLog(page, {
    blocked: [],
    allowedLists: [],
    backupEmail: null,
    backupStatus: 'none',
    keepSubjects: false,
  });
  await page.route('**/api/email-forwarding/*/flights?*', (route) => route.fulfill({ json: [] }));
}

function deliveries(): Delivery[] {
  const checked = (at: string, results: Partial<DeliveryEvent> = {}): DeliveryEvent => ({
    at,
    step: 'checked',
    spf: 'pass elsewhere.example',
    dkim: ['pass elsewhere.example'],
    dmarc: 'pass elsewhere.example',
    arc: 'none',
    ...results,
  });
  const delivery = (id: string, minutes: number, rest: Partial<Delivery>): Delivery => ({
    id,
    handleId: 1,
    direction: 'received',
    recipient: 'marie-curie@localhost',
    sender: 'friend@elsewhere.example',
    author: 'friend@elsewhere.example',
    subject: 'Lunch on Thursday?',
    client: '203.0.113.7',
    size: 4_812,
    state: 'delivered',
    receivedAt: ago(minutes),
    events: [{ at: ago(minutes), step: 'received' }, checked(ago(minutes))],
    ...rest,
  });
  const firstEvents = (minutes: number, results?: Partial<DeliveryEvent>): DeliveryEvent[] => [
    { at: ago(minutes), step: 'received' },
    checked(ago(minutes), results),
    { at: ago(minutes), step: 'changed', changes: ['sender', 'sealed'] },
  ];
  const sent = {
    direction: 'sent',
    author: 'marie-curie@localhost',
    sender: 'bounces-7fq3@localhost',
    client: '',
  } as const;
  return [
    delivery('sent', 2, {
      ...sent,
      recipient: 'alice@shop.example',
      subject: 'The order of last week',
      events: [
        { at: ago(2), step: 'received' },
        { at: ago(2), step: 'changed', changes: ['signed'] },
        { at: ago(2), step: 'delivered', host: 'mx.shop.example', code: 250, words: '2.0.0 OK', final: true },
      ],
    }),
    delivery('sent-returned', 3, {
      ...sent,
      recipient: 'jo@old-company.example',
      subject: 'The order of last week',
      state: 'returned',
      events: [
        { at: ago(3), step: 'received' },
        { at: ago(3), step: 'changed', changes: ['signed'] },
        { at: ago(3), step: 'tried', host: 'mx.old-company.example', code: 550, words: '5.1.1 No such user' },
        { at: ago(3), step: 'returned', enhanced: '5.1.1', words: 'The mailbox does not exist' },
      ],
    }),
    delivery('under-way', 0, { state: 'under-way', subject: 'Photos', author: 'ada@elsewhere.example' }),
    delivery('delivered', 4, {
      events: [
        ...firstEvents(4),
        {
          at: ago(4),
          step: 'delivered',
          host: 'mx1.inbox.example',
          code: 250,
          words: '2.0.0 OK 1763741102 j17si2043',
          final: true,
        },
      ],
    }),
    delivery('queued', 26, {
      state: 'queued',
      sender: 'bounce-4711-a8f3c0917de24b@mailings.a-rather-long-name-of-a-sender.example',
      author: 'news@a-rather-long-name-of-a-sender.example',
      subject: 'The news of the week, with a subject that is too long for one line on the screen of a phone',
      events: [
        ...firstEvents(26),
        {
          at: ago(25),
          step: 'tried',
          host: 'mx1.inbox.example',
          code: 450,
          enhanced: '4.2.0',
          words: '4.2.0 Greylisted, please come back in 300 seconds',
        },
        { at: ago(25), step: 'queued', nextAt: ago(19) },
        { at: ago(19), step: 'tried', host: 'mx2.inbox.example', words: 'connect ETIMEDOUT' },
        { at: ago(19), step: 'queued', nextAt: ago(-5) },
      ],
    }),
    delivery('self', 65, {
      sender: 'marie-curie@inbox.example',
      author: 'marie-curie@inbox.example',
      subject: 'test',
      events: [
        ...firstEvents(65),
        { at: ago(65), step: 'delivered', host: 'mx1.inbox.example', code: 250, words: '2.0.0 OK', final: true },
      ],
    }),
    delivery('refused', 60 * 26, {
      state: 'refused',
      sender: '',
      author: 'security@bank.example',
      subject: 'Your account has been limited',
      events: [
        { at: ago(60 * 26), step: 'received' },
        checked(ago(60 * 26), {
          spf: 'fail bank.example',
          dkim: ['fail bank.example', 'none'],
          dmarc: 'fail bank.example',
          list: 'alerts.lists.bank.example',
        }),
        {
          at: ago(60 * 26),
          step: 'refused',
          code: 550,
          enhanced: '5.7.1',
          words: '5.7.1 Refused by the DMARC policy of bank.example',
        },
      ],
    }),
    delivery('handed-on', 60 * 30, {
      state: 'handed-on',
      subject: '',
      events: [
        ...firstEvents(60 * 30),
        {
          at: ago(60 * 30),
          step: 'delivered',
          host: 'relay.provider.example',
          code: 250,
          words: '2.0.0 queued as 4bX2',
          final: false,
        },
      ],
    }),
    delivery('dropped', 60 * 50, { state: 'dropped', subject: null }),
    delivery('refused-there', 60 * 60, {
      state: 'refused',
      subject: 'Offer',
      events: [
        ...firstEvents(60 * 60),
        {
          at: ago(60 * 60),
          step: 'tried',
          host: 'mx1.inbox.example',
          code: 554,
          enhanced: '5.7.1',
          words: 'Message looks like spam',
        },
        {
          at: ago(60 * 60),
          step: 'refused',
          code: 550,
          enhanced: '5.7.1',
          words: 'The recipient does not accept this message',
        },
      ],
    }),
    delivery('returned', 60 * 24 * 6, {
      state: 'returned',
      events: [
        ...firstEvents(60 * 24 * 6),
        {
          at: ago(60 * 24),
          step: 'tried',
          backup: true,
          host: 'mx.second-inbox.example',
          code: 452,
          words: '4.2.2 The mailbox is full',
        },
        {
          at: ago(60 * 24),
          step: 'returned',
          enhanced: '5.4.7',
          words: 'The mailbox did not accept the mail for five days',
        },
      ],
    }),
  ];
}

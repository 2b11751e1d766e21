import type { Page } from '@playwright/test';
import type { AdminDelivery } from '../../../contract/admin-mail.ts';

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const LONG = 'a-department-with-a-very-long-name-indeed@newsletters.a-long-domain-name.example';
const mail = { direction: 'received', author: 'bank@bank.example', client: '192.0.2.7', size: 48_213 } as const;

const DELIVERIES: AdminDelivery[] = [
  {
    ...{
      ...mail,
      id: '01m3x0000000000000aa',
      handle: 'curie',
      recipient: 'curie@localhost',
      sender: 'bank@bank.example',
    },
    ...{ state: 'queued', receivedAt: ago(50) },
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
    ...{ ...mail, id: '01m3w0000000000000bb', handle: 'curie', recipient: 'curie@localhost', sender: LONG },
    ...{ state: 'refused', receivedAt: ago(900), queue: [] },
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
    ...{ ...mail, id: '01m3v0000000000000cc', handle: 'curie', recipient: 'curie@localhost', sender: '' },
    ...{ state: 'delivered', receivedAt: ago(2000), queue: [] },
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

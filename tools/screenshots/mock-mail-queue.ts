import type { Page } from 'playwright';
import type { MailQueue } from '../../contract/admin/mail-queue.ts';
import { MINUTE } from '../../contract/time.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

/** Mocks a mail queue that is paused after a restore and that has mail and alarms. */
export async function showQueue(page: Page): Promise<void> {
  const queue: MailQueue = {
    count: 1_204,
    oldest: ago(2_900),
    held: 3,
    missingRoles: [],
    paused: { at: ago(12), reason: 'This database was restored from a copy.' },
    alarms: [
      {
        kind: 'reputation',
        host: 'mx1.inbox.example',
        words: '554 5.7.1 Service unavailable; client [203.0.113.9] is on a block list',
        count: 48,
        firstAt: ago(300),
        lastAt: ago(4),
      },
      {
        kind: 'mailbox-full',
        host: 'mx.university.example',
        words: '552 5.2.2 Over quota',
        count: 2,
        firstAt: ago(80),
        lastAt: ago(75),
      },
    ],
    destinations: [
      {
        domain: 'inbox.example',
        count: 1_190,
        oldest: ago(2_900),
        nextTry: ago(-3),
        lastWords: '421 4.7.0 Try again later',
      },
      {
        domain: 'university.example',
        count: 14,
        oldest: ago(80),
        nextTry: ago(-25),
        lastWords: '552 5.2.2 Over quota',
      },
    ],
  };
  await page.route('**/api/admin/mail-queue', (route) => route.fulfill({ json: queue }));
}

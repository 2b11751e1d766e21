import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { expect, it } from 'vitest';
import type { QueueStore } from '../../../mail/host/queue-store.ts';
import { queuedMessage, setUpTestQueue } from '../../../tests/support/mail/test-queue.ts';
import { createQueueStore } from './store.ts';

let pool: pg.Pool;
let store: QueueStore;
setUpTestQueue((queue) => {
  ({ pool, store } = queue);
});

const NONE = new Map<string, number>();

it('leases sent mail separately, with a separate limit for each destination', async () => {
  await store.enqueue(Array.from({ length: 9 }, () => queuedMessage(['a@busy.test'])));
  await store.enqueue(Array.from({ length: 3 }, () => queuedMessage(['a@busy.test'], { traffic: 'sent' })));
  const forwarded = await store.claim(9, 5, 30);
  expect(forwarded.map(({ traffic }) => traffic)).toEqual(Array(5).fill(undefined));
  const sent = await store.claim(9, 2, 30, NONE, 'sent');
  expect(sent).toMatchObject([{ traffic: 'sent' }, { traffic: 'sent' }]);
  expect(await store.claim(9, 2, 30, NONE, 'sent')).toEqual([]);
  expect(await store.claim(9, 3, 30, NONE, 'sent')).toHaveLength(1);
  expect(await store.claim(9, 5, 30)).toEqual([]);
});

it('keeps the kind of traffic in a large message and after a retry', async () => {
  await store.enqueue([queuedMessage(['a@b.test'], { traffic: 'sent', bytes: randomBytes(300_000) })]);
  const [held] = await store.claim(1, 9, 30, NONE, 'sent');
  if (!held) return expect.unreachable();
  expect(await createQueueStore(pool).leased(held)).toMatchObject({ traffic: 'sent' });
  await store.settle(held.id, held.lease, { kind: 'retry', after: 0, text: 'later' });
  expect(await store.claim(9, 9, 30)).toEqual([]);
  expect(await store.claim(9, 9, 30, NONE, 'sent')).toMatchObject([{ id: held.id, attempts: 1 }]);
});

it('finds sent mail by its own indexes, however much forwarded mail is due', async () => {
  await store.enqueue(Array.from({ length: 500 }, (_, at) => queuedMessage([`a@d${at}.test`])));
  await pool.query('analyze mail_recipients');
  const before = await indexScans();
  await store.claim(10, 9, 30, NONE, 'sent');
  const after = await indexScans();
  expect(after.mail_recipients_sent_due - before.mail_recipients_sent_due).toBeGreaterThan(0);
});

async function indexScans(): Promise<{ mail_recipients_sent_due: number }> {
  // The statistics of this connection are written when it is idle, or by this call.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    `select indexrelname as name, idx_scan::integer as scans from pg_stat_user_indexes where relname = 'mail_recipients'`,
  );
  return Object.fromEntries(rows.map(({ name, scans }) => [name, scans])) as { mail_recipients_sent_due: number };
}

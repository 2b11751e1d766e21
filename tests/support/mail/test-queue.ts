import type pg from 'pg';
import { beforeEach } from 'vitest';
import type { QueueStore } from '../../../mail/host/queue-store.ts';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import type { Enqueued } from '../../../mail/message/queued-message.ts';
import { createQueueStore } from '../../../server/mail/queue/store.ts';
import { useDatabase } from '../server/test-database.ts';

/** Gives each test of a file an empty queue, on a separate database for the file. */
export function setUpTestQueue(provide: (queue: { pool: pg.Pool; store: QueueStore }) => void): void {
  const database = useDatabase();
  beforeEach(async () => {
    const { pool } = database;
    await pool.query('truncate mail_messages cascade');
    provide({ pool, store: createQueueStore(pool) });
  });
}

let count = 0;

/** A message to enqueue with one copy for each destination. */
export function queuedMessage(
  destinations: string[],
  changes: { bytes?: Buffer; after?: number; lease?: number; key?: string; traffic?: 'sent' } = {},
): Enqueued {
  const id = `m${String(count++).padStart(5, '0')}`;
  const { bytes = Buffer.from('A: b\r\n\r\n'), after = 0, lease = 0, key = 'alice', traffic } = changes;
  return {
    message: { id, reportTo: 'carol@senders.test', utf8: false, body: bodyFromBuffer(bytes) },
    recipients: destinations.map((destination, at) => ({
      id: `${id}-${at}`,
      from: 'srs@handles.test',
      recipient: 'alice@handles.test',
      destination,
      key,
      after,
      lease,
      ...(traffic && { traffic }),
    })),
  };
}

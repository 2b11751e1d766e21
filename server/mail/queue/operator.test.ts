import { generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { QueueStore } from '../../../mail/host/queue-store.ts';
import type { DeliveryStep } from '../../../mail/host/recorder.ts';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { pauseQueue } from '../shared/queue-pause-store.ts';
import { deleteCopies, findCopy, holdCopies, listCopies, releaseCopies } from './operator-rules.ts';
import { retryCopies } from './operator-store.ts';
import { pauseAfterRestore, queuePause, resumeQueue } from './pause-rules.ts';
import { createQueueStore } from './store.ts';

const database = useDatabase();
let queue: QueueStore;
beforeEach(async () => {
  queue = createQueueStore(database.pool);
  await database.pool.query('truncate mail_messages cascade');
  await database.pool.query('update mail_queue_state set paused_at = null, pause_reason = null');
});

const BYTES = Buffer.from(
  'Received: by us\r\nReceived: by them\r\nFrom: carol@senders.test\r\nSubject: Tickets\r\n\r\nA secret\r\n',
);

interface Changes {
  domain?: string;
  key?: string;
  after?: number;
  reportTo?: string;
  lastResult?: string;
}

async function put(id: string, changes: Changes = {}) {
  const { domain = 'inbox.test', key = 'alice', after = 3600, reportTo = 'carol@senders.test', ...rest } = changes;
  await queue.enqueue([
    {
      message: { id, reportTo, utf8: false, body: bodyFromBuffer(BYTES) },
      recipients: [
        {
          id,
          from: 'srs@handles.test',
          destination: `box@${domain}`,
          recipient: `${key}@handles.test`,
          key,
          after,
          lease: 0,
          ...rest,
        },
      ],
    },
  ]);
}
const ids = async (filter = {}) => (await listCopies(database.db, filter, { limit: 99 })).copies.map(({ id }) => id);
const claimed = async () => (await queue.claim(99, 99, 30)).map(({ id }) => id).sort();

describe('queue commands', () => {
  it('lists copies by page, handle and domain', async () => {
    for (const id of ['a', 'b', 'c']) await put(id);
    await put('d', { domain: 'other.test', key: 'bob' });
    const { copies, next } = await listCopies(database.db, {}, { limit: 2 });
    expect(copies.map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await listCopies(database.db, {}, { limit: 2, after: next })).copies.map(({ id }) => id)).toEqual([
      'c',
      'd',
    ]);
    expect(await ids({ handle: 'bob' })).toEqual(['d']);
    expect(await ids({ domain: 'inbox.test' })).toEqual(['a', 'b', 'c']);
    expect(await findCopy(database.db, 'd')).toMatchObject({
      destination: 'box@other.test',
      report_to: 'carol@senders.test',
      attempts: 0,
      held: false,
      under_way: false,
    });
  });

  it('shows the attempt that was made while the sender waited', async () => {
    await put('a', { lastResult: '451 4.2.0 Later' });
    await put('b');
    const { copies } = await listCopies(database.db, {}, { limit: 2 });
    expect(copies.map(({ attempts, last_words }) => [attempts, last_words])).toEqual([
      [1, '451 4.2.0 Later'],
      [0, null],
    ]);
  });

  it('holds copies back until a release makes them due', async () => {
    await put('a', { after: 0 });
    await put('b', { after: 0, key: 'bob' });
    expect(await holdCopies(database.db, { handle: 'alice' })).toBe(1);
    expect(await holdCopies(database.db, { handle: 'alice' })).toBe(0);
    expect(await claimed()).toEqual(['b']);
    expect(await retryCopies(database.db, {})).toBe(0);
    expect(await releaseCopies(database.db, { id: 'a' })).toBe(1);
    expect(await claimed()).toEqual(['a']);
  });

  it('makes one copy or all copies due now', async () => {
    await put('a');
    await put('b');
    expect(await claimed()).toEqual([]);
    expect(await retryCopies(database.db, { id: 'a' })).toBe(1);
    expect(await claimed()).toEqual(['a']);
    expect(await retryCopies(database.db, {})).toBe(1);
    expect(await claimed()).toEqual(['b']);
  });
});

describe('deleting copies', () => {
  const recorded: [string, DeliveryStep][] = [];
  const key = { selector: 's', privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey };
  const remove = (filter: object, notify: boolean) => {
    recorded.length = 0;
    const recorder = { record: (id: string, step: DeliveryStep) => void recorded.push([id, step]), alarm: () => {} };
    const ports = { clock: () => new Date(), signingKey: () => key, recorder };
    const options = { domain: 'handles.test', hostname: 'mx.handles.test', secrets: [], spoolFolder: '' };
    return deleteCopies({ db: database.db, pool: database.pool, queue, ports, options }, filter, { notify });
  };

  it('deletes copies without a notice by default', async () => {
    await put('a');
    await put('b', { key: 'bob' });
    await holdCopies(database.db, { id: 'a' });
    expect(await remove({ handle: 'alice' }, false)).toEqual({ deleted: 1, underWay: 0 });
    expect(await ids()).toEqual(['b']);
    expect(recorded).toMatchObject([['a', { step: 'returned', toSender: false }]]);
  });

  it('sends a failure notice with the original header if asked to', async () => {
    await put('a');
    await put('unverified', { reportTo: '' });
    expect(await remove({ domain: 'inbox.test' }, true)).toEqual({ deleted: 2, underWay: 0 });
    const [notice, ...others] = await queue.claim(9, 9, 30);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ from: '', destination: 'carol@senders.test', reportTo: '' });
    const text = notice ? (await buffer(notice.body.open())).toString() : '';
    expect(text).toContain('Final-Recipient: rfc822; alice@handles.test');
    expect(text).toContain('Subject: Tickets');
    for (const hidden of ['by us', 'A secret', 'inbox.test']) expect(text).not.toContain(hidden);
    expect(recorded.map(([id, step]) => [id, step.step === 'returned' && step.toSender])).toEqual([
      ['a', true],
      ['unverified', false],
    ]);
  });

  it('sends one notice for a message to several inboxes, when its last copy is deleted, and none if an inbox got it', async () => {
    const putGroup = (group: string, isServed: boolean) =>
      queue.enqueue([
        {
          message: { id: group, reportTo: 'carol@senders.test', utf8: false, body: bodyFromBuffer(BYTES) },
          recipients: [undefined, 7, 8].map((inbox) => ({
            id: `${group}-${inbox ?? 'own'}`,
            from: 'srs@handles.test',
            destination: `${inbox ?? 'own'}@inbox.test`,
            recipient: 'team@handles.test',
            key: 'team',
            after: 3600,
            lease: 0,
            group: { id: group, isServed },
            ...(inbox !== undefined && { inbox }),
          })),
        },
      ]);
    await putGroup('open', false);
    await putGroup('served', true);
    const stepsOf = async (id: string) => {
      expect(await remove({ id }, true)).toEqual({ deleted: 1, underWay: 0 });
      return recorded.map(([of, { step }]) => `${of} ${step}`);
    };
    expect(await stepsOf('open-7')).toEqual(['open failed']);
    expect(await stepsOf('open-own')).toEqual(['open failed']);
    expect(await claimed()).toEqual([]);
    expect(await stepsOf('open-8')).toEqual(['open failed', 'open returned']);
    for (const id of ['served-own', 'served-7', 'served-8']) expect(await stepsOf(id)).toEqual(['served failed']);
    const [notice, ...others] = await queue.claim(9, 9, 30);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ from: '', destination: 'carol@senders.test' });
  });

  it('does not delete a copy while an attempt is running', async () => {
    await put('a', { after: 0 });
    expect(await claimed()).toEqual(['a']);
    expect(await remove({ id: 'a' }, false)).toEqual({ deleted: 0, underWay: 1 });
    expect(await ids()).toEqual(['a']);
  });
});

describe('a paused queue', () => {
  it('leases no copy while it is paused but accepts mail, and can be resumed', async () => {
    expect(await pauseQueue(database.db, 'disk is being replaced')).toBe(true);
    expect(await pauseQueue(database.db, 'again')).toBe(false);
    await put('a', { after: 0 });
    expect(await claimed()).toEqual([]);
    expect((await queuePause(database.db))?.reason).toBe('disk is being replaced');
    expect(await resumeQueue(database.db)).toBe(true);
    expect(await resumeQueue(database.db)).toBe(false);
    expect(await claimed()).toEqual(['a']);
  });

  it('begins in a restored database and on a promoted standby', async () => {
    const logged: string[] = [];
    const note = (_details: unknown, text?: string) => void logged.push(text ?? '');
    const log = { warn: note, error: note } as unknown as Parameters<typeof pauseAfterRestore>[1];
    await pauseAfterRestore(database.db, log);
    await pauseAfterRestore(database.db, log);
    expect([logged, await queuePause(database.db)]).toEqual([[], null]);

    // Restored into another cluster, or into a new database of the same one.
    await database.pool.query(`update mail_queue_state set system_identifier = 'another'`);
    await pauseAfterRestore(database.db, log);
    expect(logged).toEqual([expect.stringContaining('THE MAIL QUEUE IS PAUSED')]);
    expect((await queuePause(database.db))?.reason).toContain('restored');
    await put('a', { after: 0 });
    expect(await claimed()).toEqual([]);

    // After an operator resumed it, the next start does not pause it again.
    await resumeQueue(database.db);
    await pauseAfterRestore(database.db, log);
    expect(await queuePause(database.db)).toBeNull();

    // A promoted standby has another timeline.
    await database.pool.query('update mail_queue_state set timeline = timeline + 1');
    await pauseAfterRestore(database.db, log);
    expect(await queuePause(database.db)).not.toBeNull();
  });

  it.each([
    ['the restore has paused the queue', true],
    ['the queue runs', false],
  ])(
    'keeps the queue running in a restored database that an operator resumed before a mail process started, if %s',
    async (_case, paused) => {
      const log = { warn: () => {}, error: () => {} } as unknown as Parameters<typeof pauseAfterRestore>[1];
      await pauseAfterRestore(database.db, log);
      await database.pool.query(`update mail_queue_state set system_identifier = 'another'`);
      if (paused) await pauseQueue(database.db, 'restored from a backup');
      expect(await resumeQueue(database.db)).toBe(paused);
      await pauseAfterRestore(database.db, log);
      expect(await queuePause(database.db)).toBeNull();
    },
  );

  it('begins after a dump was restored into the same database, but not after pausing or vacuuming', async () => {
    const log = { warn: () => {}, error: () => {} } as unknown as Parameters<typeof pauseAfterRestore>[1];
    await pauseAfterRestore(database.db, log);
    await pauseQueue(database.db, 'maintenance');
    await resumeQueue(database.db);
    await database.pool.query('vacuum (full, freeze) mail_queue_state');
    await pauseAfterRestore(database.db, log);
    expect(await queuePause(database.db)).toBeNull();

    // Like pg_restore --clean: another transaction inserts the rows again.
    await database.pool.query(`create table dump as select * from mail_queue_state;
      truncate mail_queue_state;
      insert into mail_queue_state select * from dump;
      drop table dump`);
    await pauseAfterRestore(database.db, log);
    expect((await queuePause(database.db))?.reason).toContain('restored');
    await resumeQueue(database.db);
    await pauseAfterRestore(database.db, log);
    expect(await queuePause(database.db)).toBeNull();
  });
});

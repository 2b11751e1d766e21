import { generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FlightStep, QueueStore } from '../../../mail/host.ts';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { deleteCopies, findCopy, holdCopies, listCopies, releaseCopies, retryCopies } from './operator-rules.ts';
import { pauseAfterRestore, pauseQueue, queuePause, resumeQueue } from './pause-rules.ts';
import { createQueueStore } from './store.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let db: Database;
let queue: QueueStore;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  db = openDatabase(pool);
});
beforeEach(async () => {
  queue = createQueueStore(pool);
  await pool.query('truncate mail_messages cascade');
  await pool.query('update mail_queue_state set paused_at = null, pause_reason = null');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const BYTES = Buffer.from(
  'Received: by us\r\nReceived: by them\r\nFrom: carol@senders.test\r\nSubject: Tickets\r\n\r\nA secret\r\n',
);

async function put(id: string, changes: { domain?: string; key?: string; after?: number; reportTo?: string } = {}) {
  const { domain = 'inbox.test', key = 'alice', after = 3600, reportTo = 'carol@senders.test' } = changes;
  await queue.enqueue([
    {
      message: { id, reportTo, utf8: false, body: bodyFromBuffer(BYTES) },
      recipients: [
        {
          ...{ id, from: 'srs@handles.test', destination: `box@${domain}`, recipient: `${key}@handles.test` },
          ...{ key, after, lease: 0 },
        },
      ],
    },
  ]);
}
const ids = async (chosen = {}) => (await listCopies(db, chosen, { limit: 99 })).copies.map(({ id }) => id);
const claimed = async () => (await queue.claim(99, 99, 30)).map(({ id }) => id).sort();

describe('an operator', () => {
  test('sees what waits, a page at a time, by handle and by domain', async () => {
    for (const id of ['a', 'b', 'c']) await put(id);
    await put('d', { domain: 'other.test', key: 'bob' });
    const { copies, next } = await listCopies(db, {}, { limit: 2 });
    expect(copies.map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await listCopies(db, {}, { limit: 2, after: next })).copies.map(({ id }) => id)).toEqual(['c', 'd']);
    expect(await ids({ handle: 'bob' })).toEqual(['d']);
    expect(await ids({ domain: 'inbox.test' })).toEqual(['a', 'b', 'c']);
    expect(await findCopy(db, 'd')).toMatchObject({
      ...{ destination: 'box@other.test', report_to: 'carol@senders.test', attempts: 0, held: false, under_way: false },
    });
  });

  test('holds mail back until it is released, and it goes at once then', async () => {
    await put('a', { after: 0 });
    await put('b', { after: 0, key: 'bob' });
    expect(await holdCopies(db, { handle: 'alice' })).toBe(1);
    expect(await holdCopies(db, { handle: 'alice' })).toBe(0);
    expect(await claimed()).toEqual(['b']);
    expect(await retryCopies(db, {})).toBe(0);
    expect(await releaseCopies(db, { id: 'a' })).toBe(1);
    expect(await claimed()).toEqual(['a']);
  });

  test('has everything tried at once, or one', async () => {
    await put('a');
    await put('b');
    expect(await claimed()).toEqual([]);
    expect(await retryCopies(db, { id: 'a' })).toBe(1);
    expect(await claimed()).toEqual(['a']);
    expect(await retryCopies(db, {})).toBe(1);
    expect(await claimed()).toEqual(['b']);
  });
});

describe('deleting', () => {
  const noted: [string, FlightStep][] = [];
  const key = { selector: 's', privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey };
  const remove = (chosen: object, notify: boolean) => {
    noted.length = 0;
    const recorder = { note: (id: string, step: FlightStep) => void noted.push([id, step]), alarm: () => {} };
    const ports = { clock: { now: () => new Date() }, signingKey: () => key, recorder };
    const options = { domain: 'handles.test', hostname: 'mx.handles.test', secrets: [], spoolFolder: '' };
    return deleteCopies({ db, pool, queue, ports, options }, chosen, { notify });
  };

  test('takes mail away, and tells nobody unless asked to', async () => {
    await put('a');
    await put('b', { key: 'bob' });
    await holdCopies(db, { id: 'a' });
    expect(await remove({ handle: 'alice' }, false)).toEqual({ deleted: 1, underWay: 0 });
    expect(await ids()).toEqual(['b']);
    expect(noted).toMatchObject([['a', { step: 'returned', toSender: false }]]);
  });

  test('tells the sender in our words, with the header as it was sent', async () => {
    await put('a');
    await put('nobody', { reportTo: '' });
    expect(await remove({ domain: 'inbox.test' }, true)).toEqual({ deleted: 2, underWay: 0 });
    const [notice, ...others] = await queue.claim(9, 9, 30);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ from: '', destination: 'carol@senders.test', reportTo: '' });
    const text = notice ? (await buffer(notice.body.open())).toString() : '';
    expect(text).toContain('Final-Recipient: rfc822; alice@handles.test');
    expect(text).toContain('Subject: Tickets');
    for (const hidden of ['by us', 'A secret', 'inbox.test']) expect(text).not.toContain(hidden);
    expect(noted.map(([id, step]) => [id, step.step === 'returned' && step.toSender])).toEqual([
      ['a', true],
      ['nobody', false],
    ]);
  });

  test('leaves what is under way', async () => {
    await put('a', { after: 0 });
    expect(await claimed()).toEqual(['a']);
    expect(await remove({ id: 'a' }, false)).toEqual({ deleted: 0, underWay: 1 });
    expect(await ids()).toEqual(['a']);
  });
});

describe('a paused queue', () => {
  test('gives nothing out, takes what comes, and goes on when told to', async () => {
    expect(await pauseQueue(db, 'disk is being moved')).toBe(true);
    expect(await pauseQueue(db, 'again')).toBe(false);
    await put('a', { after: 0 });
    expect(await claimed()).toEqual([]);
    expect((await queuePause(db))?.reason).toBe('disk is being moved');
    expect(await resumeQueue(db)).toBe(true);
    expect(await resumeQueue(db)).toBe(false);
    expect(await claimed()).toEqual(['a']);
  });

  test('is what a restored database begins with', async () => {
    const said: string[] = [];
    const note = (_details: unknown, text?: string) => void said.push(text ?? '');
    const log = { warn: note, error: note } as unknown as Parameters<typeof pauseAfterRestore>[1];
    await pauseAfterRestore(db, log);
    await pauseAfterRestore(db, log);
    expect([said, await queuePause(db)]).toEqual([[], null]);

    // Loaded into another cluster, or into one of the same that was made anew.
    await pool.query(`update mail_queue_state set system_identifier = 'another'`);
    await pauseAfterRestore(db, log);
    expect(said).toEqual([expect.stringContaining('THE MAIL QUEUE IS PAUSED')]);
    expect((await queuePause(db))?.reason).toContain('restored');
    await put('a', { after: 0 });
    expect(await claimed()).toEqual([]);

    // The next start does not pause it anew once somebody has looked.
    await resumeQueue(db);
    await pauseAfterRestore(db, log);
    expect(await queuePause(db)).toBeNull();

    // A standby that took over is on another timeline.
    await pool.query('update mail_queue_state set timeline = timeline + 1');
    await pauseAfterRestore(db, log);
    expect(await queuePause(db)).not.toBeNull();
  });

  test('is what a dump loaded into the same database begins with, and neither pausing nor vacuuming looks like one', async () => {
    const log = { warn: () => {}, error: () => {} } as unknown as Parameters<typeof pauseAfterRestore>[1];
    await pauseAfterRestore(db, log);
    await pauseQueue(db, 'a look');
    await resumeQueue(db);
    await pool.query('vacuum (full, freeze) mail_queue_state');
    await pauseAfterRestore(db, log);
    expect(await queuePause(db)).toBeNull();

    // What pg_restore --clean does: the rows come back, in another transaction.
    await pool.query(`create table dump as select * from mail_queue_state;
      truncate mail_queue_state;
      insert into mail_queue_state select * from dump;
      drop table dump`);
    await pauseAfterRestore(db, log);
    expect((await queuePause(db))?.reason).toContain('restored');
    await resumeQueue(db);
    await pauseAfterRestore(db, log);
    expect(await queuePause(db)).toBeNull();
  });
});

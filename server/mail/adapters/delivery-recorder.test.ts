import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../contract/time.ts';
import type { DeliveryStep } from '../../../mail/host/recorder.ts';
import type { DeliveryResult } from '../../../mail/message/delivery-result.ts';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { recordInboxes } from '../../forwarding/refusals/inbox-refusal-rules.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { createDeliveryRecorder, type DeliveryRecorder } from './delivery-recorder.ts';

const log = createLog('silent', true);
const database = useDatabase();
let now = Date.parse('2026-11-21T10:00:00Z');
const clock = () => new Date(now);
let recorder: DeliveryRecorder;
const open = (over = database.pool) =>
  createDeliveryRecorder({
    pool: over,
    clock,
    log,
    onInboxes: (seen) => recordInboxes(openDatabase(database.pool), seen, clock()),
  });

beforeAll(async () => {
  database.pool.on('error', () => {});
});
beforeEach(async () => {
  await database.pool.query('truncate handles, flights, mail_alarms cascade');
  await database.pool.query(`insert into handles (id, handle) overriding system value values (1, 'alice'), (2, 'bob')`);
  await database.pool.query(`insert into forwardings (handle_id, address, address_key, keep_subjects)
    values (1, 'alice@inbox.test', 'alice@inbox.test', true), (2, 'bob@inbox.test', 'bob@inbox.test', false)`);
  recorder = open();
});

const received = (key: string, changes: Partial<Extract<DeliveryStep, { step: 'received' }>> = {}): DeliveryStep => ({
  step: 'received',
  key,
  recipient: `${key}+tag@handles.test`,
  sender: 'carol@senders.test',
  author: 'Carol <carol@senders.test>',
  subject: 'Tickets',
  client: '192.0.2.7',
  size: 5120,
  ...changes,
});
const delivered: DeliveryResult = { kind: 'delivered', code: 250, text: 'Ok', final: true, host: 'mx.inbox.test' };
const gone: DeliveryResult = { kind: 'refused', code: 550, enhanced: '5.1.1', text: 'No such user' };
const later: DeliveryResult = { kind: 'deferred', code: 451, enhanced: '4.7.1', text: 'Try again later' };
const tried = (result: DeliveryResult): DeliveryStep => ({ step: 'tried', result });
const refused: DeliveryStep = { step: 'refused', code: 550, enhanced: '5.2.1', text: 'Does not accept mail' };

const deliveries = async () => (await database.pool.query('select * from flights order by id')).rows;
const forwarding = async (id: number) =>
  (await database.pool.query('select * from forwardings where handle_id = $1', [id])).rows[0];
const steps = (delivery: { events: { step: string }[] }) => delivery.events.map(({ step }) => step);

describe('sent mail', () => {
  const sent = (key: string) => received(key, { direction: 'sent', recipient: 'bob@receiver.test', client: '' });

  it('records sent mail with its direction, and with its subject only if the owner keeps subjects', async () => {
    recorder.record('f1', sent('alice'));
    recorder.record('f2', sent('bob'));
    recorder.record('f3', received('alice'));
    await recorder.stop();
    expect(await deliveries()).toMatchObject([
      { id: 'f1', direction: 'sent', recipient: 'bob@receiver.test', client: '', subject: 'Tickets' },
      { id: 'f2', direction: 'sent', subject: null },
      { id: 'f3', direction: 'received' },
    ]);
  });

  it('keeps the direction of sent mail if another process writes an attempt first', async () => {
    recorder.record('f1', tried(later));
    await recorder.stop();
    const other = open();
    other.record('f1', sent('alice'));
    await other.stop();
    const third = open();
    third.record('f1', tried(delivered));
    await third.stop();
    expect(await deliveries()).toMatchObject([{ direction: 'sent', state: 'delivered', handle_id: 1 }]);
  });

  it("does not change the state of the handle's inbox when it records sent mail, whether or not the recipients exist", async () => {
    recorder.record('gone', received('alice'));
    recorder.record('gone', tried(gone));
    await recorder.stop();
    const before = await forwarding(1);
    expect(before.refusals).toBe(1);
    const other = open();
    for (let at = 0; at < 20; at++) {
      now += HOUR;
      other.record(`f${at}`, sent('alice'));
      other.record(`f${at}`, tried(at === 0 ? delivered : gone));
    }
    await other.stop();
    expect(await forwarding(1)).toEqual(before);
  });
});

describe('deliveries', () => {
  it('writes a delivery as one row with all its events', async () => {
    recorder.record('f1', received('alice'));
    recorder.record('f1', { step: 'changed', changes: ['sender', 'sealed'] });
    recorder.record('f1', tried(later));
    recorder.record('f1', { step: 'queued', after: 60 });
    await recorder.stop();
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({
      id: 'f1',
      handle_id: 1,
      recipient: 'alice+tag@handles.test',
      sender: 'carol@senders.test',
      state: 'queued',
      author: 'Carol <carol@senders.test>',
      subject: 'Tickets',
      client: '192.0.2.7',
      size: '5120',
      received_at: clock(),
    });
    expect(steps(delivery)).toEqual(['received', 'changed', 'tried', 'queued']);
    expect(delivery.events[2]).toMatchObject({ code: 451, enhanced: '4.7.1', words: 'Try again later' });
    expect(delivery.events[3].nextAt).toBe(new Date(now + 60_000).toISOString());
  });

  it('appends events of another process to a delivery, whose state is handed-on instead of delivered after a relay', async () => {
    recorder.record('f1', received('bob'));
    recorder.record('f1', { step: 'queued', after: 60 });
    await recorder.stop();
    const other = open();
    other.record('f1', tried({ ...delivered, final: false }));
    await other.stop();
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ handle_id: 2, recipient: 'bob+tag@handles.test', state: 'handed-on' });
    expect(steps(delivery)).toEqual(['received', 'queued', 'delivered']);
    expect(delivery.events[2]).toMatchObject({ final: false, host: 'mx.inbox.test' });
  });

  it('stores all events and keeps the state delivered if the last events are written before the first', async () => {
    const other = open();
    other.record('f1', tried(delivered));
    await other.stop();
    recorder.record('f1', received('alice'));
    recorder.record('f1', { step: 'queued', after: 60 });
    await recorder.stop();
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({
      handle_id: 1,
      sender: 'carol@senders.test',
      subject: 'Tickets',
      state: 'delivered',
    });
    expect(steps(delivery).sort()).toEqual(['delivered', 'queued', 'received']);
  });

  it('stores the subject of a delivery only if the owner keeps subjects', async () => {
    recorder.record('f1', received('alice'));
    recorder.record('f2', received('bob'));
    await recorder.stop();
    expect((await deliveries()).map(({ subject }) => subject)).toEqual(['Tickets', null]);
  });

  it('stores no handle for a delivery to a role mailbox', async () => {
    recorder.record('f1', received('postmaster'));
    await recorder.stop();
    expect(await deliveries()).toMatchObject([{ handle_id: null, recipient: 'postmaster+tag@handles.test' }]);
  });

  it('stores the text of a delivery without characters that PostgreSQL rejects', async () => {
    recorder.record('f1', received('alice', { subject: 'a\0b\ud800', author: 'x'.repeat(5000) }));
    recorder.record('f2', tried({ ...delivered, text: 'Ok\r\n\0' }));
    await recorder.stop();
    const [delivery, other] = await deliveries();
    expect(delivery.subject).toBe('a b\ufffd');
    expect(delivery.author.length).toBe(320);
    expect(other.events[0].words).toBe('Ok ');
  });

  it('writes the other deliveries of a batch if the database rejects one', async () => {
    recorder.record('f1', received('alice'));
    recorder.record('f2', received('alice', { size: Number.MAX_VALUE }));
    recorder.record('f3', received('bob'));
    await recorder.stop();
    expect((await deliveries()).map(({ id }) => id)).toEqual(['f1', 'f3']);
  });
});

describe('rejections without an attempt', () => {
  it('records at most thirty rejections without an attempt per minute for each handle', async () => {
    const reject = (key: string, from: number, times: number) => {
      for (let i = from; i < from + times; i++) {
        recorder.record(`${key}${i}`, received(key));
        recorder.record(`${key}${i}`, refused);
      }
    };
    reject('alice', 0, 50);
    reject('bob', 0, 3);
    recorder.record('tried', received('alice'));
    recorder.record('tried', tried(gone));
    recorder.record('tried', refused);
    await recorder.stop();
    const count = async (id: number) => (await deliveries()).filter(({ handle_id }) => handle_id === id).length;
    expect([await count(1), await count(2)]).toEqual([31, 3]);
    now += 60_000;
    const next = open();
    next.record('again', received('alice'));
    next.record('again', refused);
    await next.stop();
    expect(await count(1)).toBe(32);
  });
});

describe('an unreachable database', () => {
  it('buffers events while the database is unreachable and writes them afterwards', async () => {
    let unreachable = true;
    let failures = 0;
    const flaky = {
      query: async (...args: unknown[]) => {
        if (!unreachable)
          return (database.pool.query as (...all: unknown[]) => Promise<unknown>).apply(database.pool, args);
        failures += 1;
        throw new Error('connection terminated');
      },
    } as unknown as pg.Pool;
    const buffering = open(flaky);
    for (let i = 0; i < 600; i++) buffering.record(`f${i}`, received('alice'));
    buffering.alarm('reputation', 'mx.inbox.test', 'listed');
    // The first batch fails and is restored; later events are appended.
    await expect.poll(() => failures).toBeGreaterThan(0);
    buffering.record('f0', tried(delivered));
    unreachable = false;
    await buffering.stop();
    expect(await deliveries()).toHaveLength(600);
    expect((await deliveries())[0]).toMatchObject({ id: 'f0', state: 'delivered' });
    expect((await database.pool.query('select kind, host, count from mail_alarms')).rows).toEqual([
      { kind: 'reputation', host: 'mx.inbox.test', count: 1 },
    ]);
  });
});

describe('an inbox that does not exist', () => {
  const attempt = async (id: string, result: DeliveryResult, backup = false) => {
    const one = open();
    one.record(id, received('alice'));
    one.record(id, { step: 'tried', result, ...(backup && { backup }) });
    await one.stop();
  };

  it('pauses forwarding after five rejections for a nonexistent mailbox over more than an hour', async () => {
    for (let i = 0; i < 4; i++) await attempt(`f${i}`, gone);
    expect(await forwarding(1)).toMatchObject({ refusals: 4, paused_at: null });
    now += HOUR + 1000;
    await attempt('f4', gone);
    expect(await forwarding(1)).toMatchObject({ refusals: 5, paused_at: clock(), pause_reason: 'inbox-gone' });
    expect(await forwarding(2)).toMatchObject({ refusals: 0, paused_at: null });
  });

  it('does not pause forwarding for rejections within an hour, for other rejections, or for the second inbox', async () => {
    for (let i = 0; i < 9; i++) await attempt(`f${i}`, gone);
    expect(await forwarding(1)).toMatchObject({ refusals: 9, paused_at: null });
    await database.pool.query('update forwardings set refusal = null, refusals = 0, refused_since = null');
    await attempt('spam', { ...gone, enhanced: '5.7.1' });
    await attempt('second', gone, true);
    expect(await forwarding(1)).toMatchObject({ refusals: 0, refused_since: null });
  });

  it('resets the count of rejections after the inbox accepts mail', async () => {
    for (let i = 0; i < 4; i++) await attempt(`f${i}`, gone);
    now += 2 * HOUR;
    await attempt('ok', delivered);
    expect(await forwarding(1)).toMatchObject({ refusals: 0, refused_since: null });
    await attempt('f5', gone);
    expect(await forwarding(1)).toMatchObject({ refusals: 1, paused_at: null });
  });
});

it('counts alarms by kind and host', async () => {
  recorder.alarm('reputation', 'mx.inbox.test', 'first');
  recorder.alarm('reputation', 'mx.inbox.test', 'second');
  await recorder.stop();
  const again = open();
  again.alarm('reputation', 'mx.inbox.test', 'third');
  again.alarm('tls', 'mx.inbox.test', 'no certificate');
  await again.stop();
  const { rows } = await database.pool.query('select kind, words, count from mail_alarms order by kind');
  expect(rows).toEqual([
    { kind: 'reputation', words: 'third', count: 3 },
    { kind: 'tls', words: 'no certificate', count: 1 },
  ]);
});

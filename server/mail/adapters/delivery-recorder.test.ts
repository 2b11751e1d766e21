import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryResult, FlightStep } from '../../../mail/host.ts';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { createLog } from '../../platform/log/log.ts';
import { createDeliveryRecorder, type DeliveryRecorder } from './delivery-recorder.ts';

const HOUR = 3_600_000;
const log = createLog('silent', true);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let now = Date.parse('2026-11-21T10:00:00Z');
const clock = () => new Date(now);
let recorder: DeliveryRecorder;
const open = (over = pool) => createDeliveryRecorder(over, clock, log);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {});
});
beforeEach(async () => {
  await pool.query('truncate handles, flights, mail_alarms cascade');
  await pool.query(`insert into handles (id, handle) overriding system value values (1, 'alice'), (2, 'bob')`);
  await pool.query(`insert into forwardings (handle_id, address, address_key, keep_subjects)
    values (1, 'alice@inbox.test', 'alice@inbox.test', true), (2, 'bob@inbox.test', 'bob@inbox.test', false)`);
  recorder = open();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const received = (key: string, changes: Partial<Extract<FlightStep, { step: 'received' }>> = {}): FlightStep => ({
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
const delivered: DeliveryResult = { kind: 'delivered', code: 250, words: 'Ok', final: true, host: 'mx.inbox.test' };
const gone: DeliveryResult = { kind: 'refused', code: 550, enhanced: '5.1.1', words: 'No such user' };
const later: DeliveryResult = { kind: 'deferred', code: 451, enhanced: '4.7.1', words: 'Come again' };
const tried = (result: DeliveryResult): FlightStep => ({ step: 'tried', result });
const refused: FlightStep = { step: 'refused', code: 550, enhanced: '5.2.1', words: 'Takes no mail' };

const flights = async () => (await pool.query('select * from flights order by id')).rows;
const forwarding = async (id: number) =>
  (await pool.query('select * from forwardings where handle_id = $1', [id])).rows[0];
const steps = (flight: { events: { step: string }[] }) => flight.events.map(({ step }) => step);

describe('a flight', () => {
  test('is one row with everything that happened', async () => {
    recorder.note('f1', received('alice'));
    recorder.note('f1', { step: 'changed', changes: ['sender', 'sealed'] });
    recorder.note('f1', tried(later));
    recorder.note('f1', { step: 'queued', after: 60 });
    await recorder.stop();
    const [flight] = await flights();
    expect(flight).toMatchObject({
      ...{ id: 'f1', handle_id: 1, recipient: 'alice+tag@handles.test', sender: 'carol@senders.test', state: 'queued' },
      ...{ author: 'Carol <carol@senders.test>', subject: 'Tickets', client: '192.0.2.7', size: '5120' },
      received_at: clock(),
    });
    expect(steps(flight)).toEqual(['received', 'changed', 'tried', 'queued']);
    expect(flight.events[2]).toMatchObject({ code: 451, enhanced: '4.7.1', words: 'Come again' });
    expect(flight.events[3].nextAt).toBe(new Date(now + 60_000).toISOString());
  });

  test('goes on where another process began it, and is handed on, not delivered, through a relay', async () => {
    recorder.note('f1', received('bob'));
    recorder.note('f1', { step: 'queued', after: 60 });
    await recorder.stop();
    const other = open();
    other.note('f1', tried({ ...delivered, final: false }));
    await other.stop();
    const [flight] = await flights();
    expect(flight).toMatchObject({ handle_id: 2, recipient: 'bob+tag@handles.test', state: 'handed-on' });
    expect(steps(flight)).toEqual(['received', 'queued', 'delivered']);
    expect(flight.events[2]).toMatchObject({ final: false, host: 'mx.inbox.test' });
  });

  test('is whole where its end is written before its beginning, and stays delivered', async () => {
    const other = open();
    other.note('f1', tried(delivered));
    await other.stop();
    recorder.note('f1', received('alice'));
    recorder.note('f1', { step: 'queued', after: 60 });
    await recorder.stop();
    const [flight] = await flights();
    expect(flight).toMatchObject({
      handle_id: 1,
      sender: 'carol@senders.test',
      subject: 'Tickets',
      state: 'delivered',
    });
    expect(steps(flight).sort()).toEqual(['delivered', 'queued', 'received']);
  });

  test('has its subject only where the owner wants it', async () => {
    recorder.note('f1', received('alice'));
    recorder.note('f2', received('bob'));
    await recorder.stop();
    expect((await flights()).map(({ subject }) => subject)).toEqual(['Tickets', null]);
  });

  test('to a role mailbox is nobody’s', async () => {
    recorder.note('f1', received('postmaster'));
    await recorder.stop();
    expect(await flights()).toMatchObject([{ handle_id: null, recipient: 'postmaster+tag@handles.test' }]);
  });

  test('holds text that no database takes as far as it takes it', async () => {
    recorder.note('f1', received('alice', { subject: 'a\0b\ud800', author: 'x'.repeat(5000) }));
    recorder.note('f2', tried({ ...delivered, words: 'Ok\r\n\0' }));
    await recorder.stop();
    const [flight, other] = await flights();
    expect(flight.subject).toBe('a b\ufffd');
    expect(flight.author.length).toBe(320);
    expect(other.events[0].words).toBe('Ok ');
  });

  test('that the database refuses does not take others with it', async () => {
    recorder.note('f1', received('alice'));
    recorder.note('f2', received('alice', { size: Number.MAX_VALUE }));
    recorder.note('f3', received('bob'));
    await recorder.stop();
    expect((await flights()).map(({ id }) => id)).toEqual(['f1', 'f3']);
  });
});

describe('what we refuse at once', () => {
  test('is written down thirty times a minute for each handle', async () => {
    const hammer = (key: string, from: number, times: number) => {
      for (let i = from; i < from + times; i++) {
        recorder.note(`${key}${i}`, received(key));
        recorder.note(`${key}${i}`, refused);
      }
    };
    hammer('alice', 0, 50);
    hammer('bob', 0, 3);
    recorder.note('tried', received('alice'));
    recorder.note('tried', tried(gone));
    recorder.note('tried', refused);
    await recorder.stop();
    const count = async (id: number) => (await flights()).filter(({ handle_id }) => handle_id === id).length;
    expect([await count(1), await count(2)]).toEqual([31, 3]);
    now += 60_000;
    const next = open();
    next.note('again', received('alice'));
    next.note('again', refused);
    await next.stop();
    expect(await count(1)).toBe(32);
  });
});

describe('while the database is away', () => {
  test('notes wait, and are written when it is back', async () => {
    let away = true;
    const flaky = {
      query: (...args: unknown[]) =>
        away
          ? Promise.reject(new Error('connection terminated'))
          : (pool.query as (...all: unknown[]) => Promise<unknown>).apply(pool, args),
    } as unknown as pg.Pool;
    const patient = open(flaky);
    for (let i = 0; i < 600; i++) patient.note(`f${i}`, received('alice'));
    patient.alarm('reputation', 'mx.inbox.test', 'listed');
    // The first batch fails meanwhile and is given back; what is noted later goes behind it.
    await new Promise((done) => setTimeout(done, 50));
    patient.note('f0', tried(delivered));
    away = false;
    await patient.stop();
    expect(await flights()).toHaveLength(600);
    expect((await flights())[0]).toMatchObject({ id: 'f0', state: 'delivered' });
    expect((await pool.query('select kind, host, count from mail_alarms')).rows).toEqual([
      { kind: 'reputation', host: 'mx.inbox.test', count: 1 },
    ]);
  });
});

describe('an inbox that is gone', () => {
  const attempt = async (id: string, result: DeliveryResult, backup = false) => {
    const one = open();
    one.note(id, received('alice'));
    one.note(id, { step: 'tried', result, ...(backup && { backup }) });
    await one.stop();
  };

  test('pauses forwarding after five refusals over more than an hour', async () => {
    for (let i = 0; i < 4; i++) await attempt(`f${i}`, gone);
    expect(await forwarding(1)).toMatchObject({ gone_count: 4, paused_at: null });
    now += HOUR + 1000;
    await attempt('f4', gone);
    expect(await forwarding(1)).toMatchObject({ gone_count: 5, paused_at: clock(), pause_reason: 'inbox-gone' });
    expect(await forwarding(2)).toMatchObject({ gone_count: 0, paused_at: null });
  });

  test('is not believed within the hour, nor for other refusals, nor of the second inbox', async () => {
    for (let i = 0; i < 9; i++) await attempt(`f${i}`, gone);
    expect(await forwarding(1)).toMatchObject({ gone_count: 9, paused_at: null });
    await pool.query('update forwardings set gone_count = 0, gone_since = null');
    await attempt('spam', { ...gone, enhanced: '5.7.1' });
    await attempt('second', gone, true);
    expect(await forwarding(1)).toMatchObject({ gone_count: 0, gone_since: null });
  });

  test('is there again with the first mail that it takes', async () => {
    for (let i = 0; i < 4; i++) await attempt(`f${i}`, gone);
    now += 2 * HOUR;
    await attempt('ok', delivered);
    expect(await forwarding(1)).toMatchObject({ gone_count: 0, gone_since: null });
    await attempt('f5', gone);
    expect(await forwarding(1)).toMatchObject({ gone_count: 1, paused_at: null });
  });
});

test('alarms are counted by host', async () => {
  recorder.alarm('reputation', 'mx.inbox.test', 'first');
  recorder.alarm('reputation', 'mx.inbox.test', 'second');
  await recorder.stop();
  const again = open();
  again.alarm('reputation', 'mx.inbox.test', 'third');
  again.alarm('tls', 'mx.inbox.test', 'no certificate');
  await again.stop();
  const { rows } = await pool.query('select kind, words, count from mail_alarms order by kind');
  expect(rows).toEqual([
    { kind: 'reputation', words: 'third', count: 3 },
    { kind: 'tls', words: 'no certificate', count: 1 },
  ]);
});

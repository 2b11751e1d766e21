import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Enqueued, OutcomeUnknown, type QueueStore } from '../../../mail/host.ts';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createSenderTokens } from '../adapters/sender-tokens.ts';
import { releaseCopies } from './operator-rules.ts';
import { createQueueStore } from './store.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let store: QueueStore;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {});
});
beforeEach(async () => {
  store = createQueueStore(pool);
  await pool.query('truncate mail_messages cascade');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let count = 0;
function item(
  destinations: string[],
  changes: { bytes?: Buffer; after?: number; lease?: number; key?: string } = {},
): Enqueued {
  const id = `m${String(count++).padStart(5, '0')}`;
  const { bytes = Buffer.from('A: b\r\n\r\n'), after = 0, lease = 0, key = 'alice' } = changes;
  return {
    message: { id, reportTo: 'carol@senders.test', utf8: false, body: bodyFromBuffer(bytes) },
    recipients: destinations.map((destination, at) => ({
      id: `${id}-${at}`,
      from: 'srs@handles.test',
      destination,
      recipient: 'alice@handles.test',
      key,
      after,
      lease,
    })),
  };
}

const rows = async (table: string) => (await pool.query(`select * from ${table}`)).rows;

async function until(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('gives back what was stored, every byte of it', async () => {
  for (const size of [0, 1, 256 * 1024, 256 * 1024 + 1, 900_000]) {
    const bytes = randomBytes(size);
    const { message } = item(['a@b.test'], { bytes });
    await store.enqueue([{ message, recipients: item(['a@B.test']).recipients }]);
    const [claim] = await store.claim(1, 9, 30);
    if (!claim) return expect.unreachable();
    expect(claim).toMatchObject({
      messageId: message.id,
      reportTo: 'carol@senders.test',
      attempts: 0,
      destination: 'a@B.test',
    });
    expect(claim.age).toBeGreaterThanOrEqual(0);
    expect(claim.body.size).toBe(size);
    expect((await buffer(claim.body.open())).equals(bytes)).toBe(true);
    expect(await store.settle(claim.id, claim.lease, { kind: 'delivered', words: 'ok' })).toBe(true);
    for (const table of ['mail_messages', 'mail_recipients', 'mail_chunks']) expect(await rows(table)).toEqual([]);
  }
});

describe('a lease', () => {
  test('is held by one of many who ask at once', async () => {
    await store.enqueue(Array.from({ length: 40 }, (_, at) => item([`a@d${at}.test`])));
    const others = Array.from({ length: 8 }, () => createQueueStore(pool));
    const taken = await Promise.all(others.map((other) => other.claim(10, 9, 30)));
    const ids = taken.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    while (ids.length < 40) {
      const more = await store.claim(40, 9, 30);
      expect(more.length).toBeGreaterThan(0);
      ids.push(...more.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(40);
    expect(await store.claim(40, 9, 30)).toEqual([]);
  });

  test('ends when its holder is gone, and the late holder settles nothing', async () => {
    await store.enqueue([item(['a@b.test'])]);
    const [first] = await store.claim(1, 9, 0.05);
    await new Promise((resolve) => setTimeout(resolve, 80));
    const [second] = await store.claim(1, 9, 30);
    expect(second?.id).toBe(first?.id);
    expect(await store.settle(first?.id ?? '', first?.lease ?? '', { kind: 'delivered', words: '' })).toBe(false);
    expect(await rows('mail_recipients')).toHaveLength(1);
    expect(await store.settle(second?.id ?? '', second?.lease ?? '', { kind: 'delivered', words: '' })).toBe(true);
  });

  test('is renewed by its holder only', async () => {
    await store.enqueue([item(['a@b.test'])]);
    const [held] = await store.claim(1, 9, 0.1);
    if (!held) return expect.unreachable();
    await store.renew([held, { id: held.id, lease: crypto.randomUUID() }], 30);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await store.claim(1, 9, 30)).toEqual([]);
  });

  test('counts a death where it ran out, and none where its holder settled the copy', async () => {
    await store.enqueue([item(['a@b.test'])]);
    for (const deaths of [0, 1, 2]) expect(await store.claim(1, 9, 0)).toMatchObject([{ deaths }]);
    const [held] = await store.claim(1, 9, 30);
    await store.settle(held?.id ?? '', held?.lease ?? '', { kind: 'retry', after: 0, words: 'not now' });
    expect(await store.claim(1, 9, 30)).toMatchObject([{ deaths: 3 }]);
    expect(await releaseCopies(openDatabase(pool), { id: held?.id })).toBe(1);
    expect(await rows('mail_recipients')).toMatchObject([{ deaths: 0 }]);
  });

  test('can be had with the message itself', async () => {
    const [lease] = await store.enqueue([item(['a@b.test'], { lease: 30 })]);
    expect(lease).toMatch(/^[0-9a-f-]{36}$/);
    expect(await store.claim(1, 9, 30)).toEqual([]);
    const [{ id }] = (await rows('mail_recipients')) as [{ id: string }];
    expect(await store.settle(id, lease ?? '', { kind: 'retry', after: 0, words: 'not now' })).toBe(true);
    expect(await store.claim(1, 9, 30)).toMatchObject([{ id, attempts: 1 }]);
  });
});

describe('whose turn it is', () => {
  test('a copy is due when its time has come', async () => {
    await store.enqueue([item(['a@b.test'], { after: 60 })]);
    expect(await store.claim(9, 9, 30)).toEqual([]);
    await pool.query(`update mail_recipients set next_try_at = now()`);
    expect(await store.claim(9, 9, 30)).toHaveLength(1);
  });

  test('a copy that another process has just put off is not tried again at once', async () => {
    await store.enqueue([item(['who@elsewhere.test'])]);
    const other = await pool.connect();
    await other.query('begin');
    await other.query(`update mail_recipients set next_try_at = now() + interval '1 hour', attempts = 1`);
    const claimed = store.claim(1, 5, 30);
    await until(async () => (await rows(`pg_locks where not granted`)).length > 0);
    await other.query('commit');
    other.release();
    expect(await claimed).toEqual([]);
  });

  test('destinations take turns, and none has more under way than its share', async () => {
    await store.enqueue(Array.from({ length: 20 }, () => item(['a@busy.test'])));
    await store.enqueue([item(['a@one.test']), item(['a@two.test'])]);
    const first = await store.claim(3, 5, 30);
    expect(first.map(({ destination }) => destination).sort()).toEqual(['a@busy.test', 'a@one.test', 'a@two.test']);
    expect(await store.claim(20, 5, 30)).toHaveLength(4);
    expect(await store.claim(20, 5, 30)).toEqual([]);
    const wider = new Map([
      ['busy.test', 12],
      ['absent.test', 50],
    ]);
    expect(await store.claim(20, 5, 30, wider)).toHaveLength(12 - 5);
  });

  test('a copy whose host was not asked has not been tried', async () => {
    await store.enqueue([item(['a@b.test'])]);
    const [claim] = await store.claim(1, 9, 30);
    if (!claim) return expect.unreachable();
    await store.settle(claim.id, claim.lease, { kind: 'retry', after: 0, words: 'left alone', untried: true });
    expect(await store.claim(1, 9, 30)).toMatchObject([{ id: claim.id, attempts: 0 }]);
  });
});

test('at one destination recipients take turns too', async () => {
  await store.enqueue(Array.from({ length: 9 }, () => item(['a@b.test'], { key: 'busy' })));
  await store.enqueue([item(['a@b.test'], { key: 'quiet' })]);
  expect((await store.claim(2, 9, 30)).map(({ key }) => key).sort()).toEqual(['busy', 'quiet']);
});

test('a small message comes along, a large one is read when it is needed, and one that is broken fails by itself', async () => {
  const broken = item(['a@b.test']);
  await store.enqueue([item(['a@b.test'])]);
  await store.enqueue([item(['a@b.test'], { bytes: randomBytes(17_000) })]);
  await store.enqueue([broken]);
  await pool.query(`update mail_chunks set bytes = 'nonsense' where message_id = $1`, [broken.message.id]);
  const [small, large, third] = (await store.claim(9, 9, 30)).map(({ body }) => body);
  if (!small || !large || !third) return expect.unreachable();
  expect(Buffer.concat(small.held ?? []).toString()).toBe('A: b\r\n\r\n');
  expect(large.held).toBeUndefined();
  expect(await buffer(large.open())).toHaveLength(17_000);
  await expect(buffer(third.open())).rejects.toThrow();
});

test('the bytes go with the last copy, and a report comes with the failure', async () => {
  const { message, recipients } = item(['a@b.test', 'c@d.test']);
  await store.enqueue([{ message, recipients }]);
  const claims = await store.claim(9, 9, 30);
  const heard: string[] = [];
  const stop = store.onEnqueued(() => heard.push('enqueued'));
  const report = item(['carol@senders.test']);
  const fates = await Promise.all(
    claims.map((claim, at) =>
      store.settle(
        claim.id,
        claim.lease,
        at === 0 ? { kind: 'delivered', words: '' } : { kind: 'failed', words: '', report },
      ),
    ),
  );
  stop();
  expect(fates).toEqual([true, true]);
  expect(heard).toEqual(['enqueued']);
  expect((await rows('mail_messages')).map(({ id }) => id)).toEqual([report.message.id]);
});

describe('a transaction', () => {
  test('stores all of it or nothing', async () => {
    const twice = item(['a@b.test']);
    await expect(store.enqueue([item(['x@y.test']), twice, twice])).rejects.toMatchObject({ code: '23505' });
    expect(await rows('mail_messages')).toEqual([]);
    const unreadable = item(['a@b.test']);
    unreadable.message.body.open = () => {
      throw new Error('spool is gone');
    };
    await expect(store.enqueue([unreadable])).rejects.toThrow('spool is gone');
    expect(await rows('mail_messages')).toEqual([]);
  });

  test.each([
    ['said to have failed is a plain failure', `raise exception 'no'`, 'P0001'],
    ['without an answer is unknown', 'perform pg_terminate_backend(pg_backend_pid())', undefined],
  ])('whose commit is %s', async (_what, act, code) => {
    await pool.query(
      `create function at_commit() returns trigger language plpgsql as $$ begin ${act}; return null; end $$`,
    );
    await pool.query(
      `create constraint trigger at_commit after insert on mail_messages
       deferrable initially deferred for each row execute function at_commit()`,
    );
    try {
      const error = await store.enqueue([item(['a@b.test'])]).catch((failure: unknown) => failure);
      if (code) expect(error).toMatchObject({ code });
      else expect(error).toBeInstanceOf(OutcomeUnknown);
    } finally {
      await pool.query('drop trigger at_commit on mail_messages');
      await pool.query('drop function at_commit');
    }
  });
});

test('sender tokens are kept until their day, and renewed', async () => {
  const tokens = createSenderTokens(pool);
  const soon = new Date(Date.now() + 60_000);
  await tokens.put('t', 'value', soon);
  await tokens.put('t', 'value', new Date(Date.now() - 1000));
  expect(await tokens.get('t')).toBe('value');
  await tokens.put('old', 'value', new Date(Date.now() - 1000));
  expect(await tokens.get('old')).toBeNull();
  expect(await tokens.get('none')).toBeNull();
});

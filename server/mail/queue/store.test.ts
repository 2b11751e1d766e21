import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { OutcomeUnknown, type QueueStore } from '../../../mail/host/queue-store.ts';
import type { Enqueued } from '../../../mail/message/queued-message.ts';
import { queuedMessage, setUpTestQueue } from '../../../tests/support/mail/test-queue.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { systemClock } from '../../platform/jobs/clock.ts';
import { createSenderTokens } from '../adapters/sender-tokens.ts';
import { clearPause, pauseQueue } from '../shared/queue-pause-store.ts';
import { releaseCopies } from './operator-rules.ts';
import { createQueueStore } from './store.ts';

let pool: pg.Pool;
let store: QueueStore;
setUpTestQueue((queue) => {
  ({ pool, store } = queue);
});

const rows = async (table: string) => (await pool.query(`select * from ${table}`)).rows;

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

it('returns every stored byte of a message', async () => {
  for (const size of [0, 1, 256 * 1024, 256 * 1024 + 1, 900_000]) {
    const bytes = randomBytes(size);
    const { message } = queuedMessage(['a@b.test'], { bytes });
    await store.enqueue([{ message, recipients: queuedMessage(['a@B.test']).recipients }]);
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
    expect(await store.settle(claim.id, claim.lease, { kind: 'delivered', text: 'ok' })).toBe('settled');
    for (const table of ['mail_messages', 'mail_recipients', 'mail_chunks']) expect(await rows(table)).toEqual([]);
  }
});

describe('leases', () => {
  it('gives the lease of a copy to only one of several concurrent processes', async () => {
    await store.enqueue(Array.from({ length: 40 }, (_, at) => queuedMessage([`a@d${at}.test`])));
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

  it('rejects the outcome of a process whose lease has expired', async () => {
    await store.enqueue([queuedMessage(['a@b.test'])]);
    const [first] = await store.claim(1, 9, 0);
    const [second] = await store.claim(1, 9, 30);
    expect(second?.id).toBe(first?.id);
    expect(await store.settle(first?.id ?? '', first?.lease ?? '', { kind: 'delivered', text: '' })).toBe('lost');
    expect(await rows('mail_recipients')).toHaveLength(1);
    expect(await store.settle(second?.id ?? '', second?.lease ?? '', { kind: 'delivered', text: '' })).toBe('settled');
  });

  it('renews a lease only for its holder', async () => {
    await store.enqueue([queuedMessage(['a@b.test'])]);
    const [held] = await store.claim(1, 9, 30);
    if (!held) return expect.unreachable();
    const until = async () => ((await rows('mail_recipients'))[0] as { lease_until: Date }).lease_until.getTime();
    const claimed = await until();
    await store.renew([{ id: held.id, lease: crypto.randomUUID() }], 600);
    expect(await until()).toBe(claimed);
    await store.renew([held], 600);
    expect(await until()).toBeGreaterThan(claimed + 500_000);
    expect(await store.claim(1, 9, 30)).toEqual([]);
  });

  it('counts a death when a lease expires, but not when its holder settles the copy', async () => {
    await store.enqueue([queuedMessage(['a@b.test'])]);
    for (const deaths of [0, 1, 2]) expect(await store.claim(1, 9, 0)).toMatchObject([{ crashes: deaths }]);
    const [held] = await store.claim(1, 9, 30);
    await store.settle(held?.id ?? '', held?.lease ?? '', { kind: 'retry', after: 0, text: 'not now' });
    expect(await store.claim(1, 9, 30)).toMatchObject([{ crashes: 3 }]);
    expect(await releaseCopies(openDatabase(pool), { id: held?.id })).toBe(1);
    expect(await rows('mail_recipients')).toMatchObject([{ deaths: 0 }]);
  });

  it('creates a lease together with the message', async () => {
    const [lease] = await store.enqueue([queuedMessage(['a@b.test'], { lease: 30 })]);
    expect(lease).toMatch(/^[0-9a-f-]{36}$/);
    expect(await store.claim(1, 9, 30)).toEqual([]);
    const [{ id }] = (await rows('mail_recipients')) as [{ id: string }];
    expect(await store.settle(id, lease ?? '', { kind: 'retry', after: 0, text: 'not now' })).toBe('settled');
    expect(await store.claim(1, 9, 30)).toMatchObject([{ id, attempts: 1 }]);
  });
});

describe('claiming', () => {
  it('returns a copy once it is due', async () => {
    await store.enqueue([queuedMessage(['a@b.test'], { after: 60 })]);
    expect(await store.claim(9, 9, 30)).toEqual([]);
    await pool.query(`update mail_recipients set next_try_at = now()`);
    expect(await store.claim(9, 9, 30)).toHaveLength(1);
  });

  it('does not return a copy that another process has just postponed', async () => {
    await store.enqueue([queuedMessage(['ann@inbox.test'])]);
    const other = await pool.connect();
    await other.query('begin');
    await other.query(`update mail_recipients set next_try_at = now() + interval '1 hour', attempts = 1`);
    const claimed = store.claim(1, 5, 30);
    await until(async () => (await rows(`pg_locks where not granted`)).length > 0);
    await other.query('commit');
    other.release();
    expect(await claimed).toEqual([]);
  });

  it('leases copies for destinations in turn, up to the limit of each', async () => {
    await store.enqueue(Array.from({ length: 20 }, () => queuedMessage(['a@busy.test'])));
    await store.enqueue([queuedMessage(['a@one.test']), queuedMessage(['a@two.test'])]);
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

  it('does not count an attempt whose host was not contacted', async () => {
    await store.enqueue([queuedMessage(['a@b.test'])]);
    const [claim] = await store.claim(1, 9, 30);
    if (!claim) return expect.unreachable();
    await store.settle(claim.id, claim.lease, { kind: 'retry', after: 0, text: 'host not contacted', untried: true });
    expect(await store.claim(1, 9, 30)).toMatchObject([{ id: claim.id, attempts: 0 }]);
  });
});

it('leases copies for the recipients of a destination in turn', async () => {
  await store.enqueue(Array.from({ length: 9 }, () => queuedMessage(['a@b.test'], { key: 'busy' })));
  await store.enqueue([queuedMessage(['a@b.test'], { key: 'quiet' })]);
  expect((await store.claim(2, 9, 30)).map(({ key }) => key).sort()).toEqual(['busy', 'quiet']);
});

it('reads a small message with its copy and a large one on demand, and fails only for a corrupt one', async () => {
  const broken = queuedMessage(['a@b.test']);
  await store.enqueue([queuedMessage(['a@b.test'])]);
  await store.enqueue([queuedMessage(['a@b.test'], { bytes: randomBytes(17_000) })]);
  await store.enqueue([broken]);
  await pool.query(`update mail_chunks set bytes = 'nonsense' where message_id = $1`, [broken.message.id]);
  const [small, large, third] = (await store.claim(9, 9, 30)).map(({ body }) => body);
  if (!small || !large || !third) return expect.unreachable();
  expect(Buffer.concat(small.chunks ?? []).toString()).toBe('A: b\r\n\r\n');
  expect(large.chunks).toBeUndefined();
  expect(await buffer(large.open())).toHaveLength(17_000);
  await expect(buffer(third.open())).rejects.toThrow();
});

it('deletes a message with its last copy, and stores the failure notice', async () => {
  const { message, recipients } = queuedMessage(['a@b.test', 'c@d.test']);
  await store.enqueue([{ message, recipients }]);
  const claims = await store.claim(9, 9, 30);
  const events: string[] = [];
  const stop = store.onEnqueued(() => events.push('enqueued'));
  const report = queuedMessage(['carol@senders.test']);
  const settled = await Promise.all(
    claims.map((claim, at) =>
      store.settle(
        claim.id,
        claim.lease,
        at === 0 ? { kind: 'delivered', text: '' } : { kind: 'failed', text: '', report },
      ),
    ),
  );
  stop();
  expect(settled).toEqual(['settled', 'settled']);
  expect(events).toEqual(['enqueued']);
  expect((await rows('mail_messages')).map(({ id }) => id)).toEqual([report.message.id]);
});

describe('enqueueing', () => {
  it('stores all messages or none', async () => {
    const twice = queuedMessage(['a@b.test']);
    await expect(store.enqueue([queuedMessage(['x@y.test']), twice, twice])).rejects.toMatchObject({ code: '23505' });
    expect(await rows('mail_messages')).toEqual([]);
    const unreadable = queuedMessage(['a@b.test']);
    unreadable.message.body.open = () => {
      throw new Error('spool file is missing');
    };
    await expect(store.enqueue([unreadable])).rejects.toThrow('spool file is missing');
    expect(await rows('mail_messages')).toEqual([]);
  });

  it.each([
    ['rejects with the error of a commit that certainly failed', `raise exception 'no'`, 'P0001'],
    [
      'rejects with OutcomeUnknown if no result of the commit arrives',
      'perform pg_terminate_backend(pg_backend_pid())',
      undefined,
    ],
  ])('%s', async (_what, statement, code) => {
    await pool.query(
      `create function at_commit() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
    );
    await pool.query(
      `create constraint trigger at_commit after insert on mail_messages
       deferrable initially deferred for each row execute function at_commit()`,
    );
    try {
      const error = await store.enqueue([queuedMessage(['a@b.test'])]).catch((failure: unknown) => failure);
      if (code) expect(error).toMatchObject({ code });
      else expect(error).toBeInstanceOf(OutcomeUnknown);
    } finally {
      await pool.query('drop trigger at_commit on mail_messages');
      await pool.query('drop function at_commit');
    }
  });
});

it('keeps sender tokens until they expire, and extends them', async () => {
  const tokens = createSenderTokens(pool, systemClock);
  const soon = new Date(Date.now() + 60_000);
  await tokens.put('t', 'value', soon);
  await tokens.put('t', 'value', new Date(Date.now() - 1000));
  expect(await tokens.get('t')).toBe('value');
  await tokens.put('old', 'value', new Date(Date.now() - 1000));
  expect(await tokens.get('old')).toBeNull();
  expect(await tokens.get('none')).toBeNull();
});

it('does not lease sent mail while the queue is paused, so that this process does not attempt it', async () => {
  const sent = (one: Enqueued) => ({
    ...one,
    recipients: one.recipients.map((copy) => ({ ...copy, traffic: 'sent' as const })),
  });
  const forwarded = queuedMessage(['a@inbox.test'], { lease: 30 });
  await pauseQueue(openDatabase(pool), 'test');
  const leases = await store.enqueue([sent(queuedMessage(['b@inbox.test'], { lease: 30 })), forwarded]);
  expect(leases.map((lease) => lease !== '')).toEqual([false, true]);
  await clearPause(openDatabase(pool));
  const claimed = await store.claim(10, 10, 30, new Map(), 'sent');
  expect(claimed.map(({ destination, crashes }) => [destination, crashes])).toEqual([['b@inbox.test', 0]]);
  expect(await store.enqueue([sent(queuedMessage(['c@inbox.test'], { lease: 30 }))])).not.toEqual(['']);
});

import { describe, expect, it } from 'vitest';
import { DAY_SECONDS, MINUTE } from '../../contract/time.ts';
import { startMailServer } from './mail-server.ts';
import { enqueue, running, until } from './queued.ts';

it('delivers an enqueued message immediately', async () => {
  await using server = await startMailServer();
  const runner = await running(server, { poll: 60_000 });
  await enqueue(server);
  const [message] = await server.inbox.waitFor(1);
  expect(message?.bytes.toString()).toContain('Hello');
  await until(() => server.queue.rows.length === 0);
  await runner.stop();
});

it('retries a deferred message on schedule until it is delivered', async () => {
  await using server = await startMailServer();
  server.inbox.on('rcpt', '450 4.2.0 greylisted', 3);
  const runner = await running(server);
  await enqueue(server);
  for (const minutes of [1, 6, 16]) {
    const [row] = server.queue.rows;
    await until(
      () =>
        row?.text.startsWith('450') === true && row.leaseToken === '' && row.nextTry > server.host.clock().getTime(),
    );
    const wait = ((row?.nextTry ?? 0) - server.host.clock().getTime()) / MINUTE;
    expect(wait).toBeGreaterThanOrEqual(minutes * 0.99);
    expect(wait).toBeLessThanOrEqual(minutes * 1.11);
    server.advance(minutes * 67);
  }
  await server.inbox.waitFor(1);
  await until(() => server.queue.rows.length === 0);
  expect(server.queue.settled).toMatchObject([{ kind: 'delivered' }]);
  await runner.stop();
});

it('counts no attempt and records nothing for a host whose circuit is open', async () => {
  const text = 'mx.elsewhere.test did not respond several times and is not tried again yet';
  await using server = await startMailServer({
    transport: () => ({
      deliver: async () => ({ kind: 'deferred', code: 0, enhanced: '4.4.1', text, untried: true }),
      close: async () => {},
    }),
  });
  const runner = await running(server);
  await enqueue(server);
  await until(() => server.queue.rows[0]?.text === text);
  await runner.stop();
  expect(server.queue.rows).toMatchObject([{ attempts: 0 }]);
  expect(server.deliveries.size).toBe(0);
});

it('attempts a copy that crashed three processes in an isolated process', async () => {
  await using server = await startMailServer();
  const isolated: string[] = [];
  server.host.attemptIsolated = async ({ id, destination }) => {
    isolated.push(destination);
    // The isolated process records the outcome and removes the row.
    server.queue.rows.splice(0, server.queue.rows.length, ...server.queue.rows.filter((row) => row.id !== id));
    return null;
  };
  await enqueue(server);
  for (const row of server.queue.rows) row.crashes = 3;
  const runner = await running(server);
  await until(() => server.queue.rows.length === 0);
  await enqueue(server, { to: 'other@elsewhere.test', recipient: '' });
  await server.inbox.waitFor(1);
  await runner.stop();
  expect(isolated).toEqual(['alice.inbox@elsewhere.test']);
  expect(server.inbox.received).toHaveLength(1);
});

describe('a permanent failure', () => {
  it.each([
    ['a deferral for five days', '450 4.2.0 alice.inbox full', 5 * DAY_SECONDS + 60, '5.4.7'],
    ['a rejection', '550 5.1.1 alice.inbox@elsewhere.test unknown', 0, '5.1.1'],
    ['a rejection with a code that identifies the provider', '550 5.7.515 Access denied', 0, '5.7.1'],
  ])('reports a permanent failure to the sender without the destination: %s', async (_when, reply, age, status) => {
    await using server = await startMailServer();
    server.inbox.on('rcpt', reply, 1);
    await enqueue(server);
    server.advance(age);
    const runner = await running(server);
    const [report] = await server.inbox.waitFor(1);
    await until(() => server.queue.rows.length === 0);
    await runner.stop();
    expect(report).toMatchObject({ from: '', to: ['carol@senders.test'] });
    const text = report?.bytes.toString() ?? '';
    expect(text).toContain(`Status: ${status}`);
    expect(text).toContain('Final-Recipient: rfc822; alice@handles.test');
    expect(text).toContain('Subject: queued');
    expect(text).not.toMatch(/elsewhere|inbox|Hello/);
  });

  it('sends no report to the null sender, and no report about a failed report (attack 29)', async () => {
    await using server = await startMailServer();
    server.inbox.on('rcpt', '550 5.1.1 no');
    await enqueue(server, { reportTo: '' });
    await enqueue(server);
    const runner = await running(server);
    await until(() => server.queue.settled.length === 3);
    await runner.stop();
    expect(server.queue.rows).toEqual([]);
    expect(server.inbox.received).toEqual([]);
  });
});

describe('the lookup of the recipient before each attempt', () => {
  it('delivers a queued copy to the current destination of its recipient', async () => {
    await using server = await startMailServer();
    server.recipients.alice = { kind: 'forward', destination: 'new@inbox.test', key: 'alice' };
    await enqueue(server);
    const runner = await running(server);
    expect((await server.inbox.waitFor(1))[0]?.to).toEqual(['new@inbox.test']);
    await runner.stop();
  });

  it('returns queued mail of a recipient who no longer exists', async () => {
    await using server = await startMailServer();
    delete server.recipients.alice;
    await enqueue(server);
    const runner = await running(server);
    expect((await server.inbox.waitFor(1))[0]?.to).toEqual(['carol@senders.test']);
    await runner.stop();
  });

  it('keeps queued mail of a recipient whose mail is deferred until an inbox exists, and returns it after five days', async () => {
    await using server = await startMailServer();
    server.recipients.alice = { kind: 'refuse', code: 450, enhanced: '4.2.1', text: 'No inbox', key: 'alice' };
    await enqueue(server);
    const runner = await running(server);
    await until(() => server.queue.rows[0]?.text === 'No inbox');
    expect(server.queue.rows).toMatchObject([{ attempts: 0 }]);
    server.recipients.alice = { kind: 'forward', destination: 'new@inbox.test', key: 'alice' };
    server.advance(1200);
    expect((await server.inbox.waitFor(1))[0]?.to).toEqual(['new@inbox.test']);
    await until(() => server.queue.rows.length === 0);
    server.recipients.alice = { kind: 'refuse', code: 450, enhanced: '4.2.1', text: 'No inbox', key: 'alice' };
    await enqueue(server);
    await until(() => server.queue.rows[0]?.text === 'No inbox');
    server.advance(5 * DAY_SECONDS + 60);
    expect((await server.inbox.waitFor(2))[1]?.bytes.toString()).toContain('Status: 5.4.7');
    await runner.stop();
  });

  it('defers queued mail if the lookup of its recipient fails', async () => {
    await using server = await startMailServer();
    await enqueue(server, { recipient: 'maybe@handles.test' });
    const runner = await running(server);
    await until(() => server.queue.rows[0]?.attempts === 1);
    expect(server.inbox.connections).toBe(0);
    await runner.stop();
  });
});

it('delivers to other destinations while one hangs', async () => {
  await using server = await startMailServer();
  // The only fake inbox serves the other destinations, so the transport itself hangs for elsewhere.test.
  const { transport } = server.host;
  server.host.transport = {
    close: () => transport.close(),
    deliver(message, watch) {
      if (!message.to.endsWith('@elsewhere.test')) return transport.deliver(message, watch);
      return new Promise((resolve) => {
        const end = () => resolve({ kind: 'deferred', code: 0, enhanced: '4.4.1', text: 'hung' });
        watch.signal.addEventListener('abort', end, { once: true });
      });
    },
  };
  for (let i = 0; i < 50; i++) await enqueue(server);
  for (let i = 0; i < 20; i++) await enqueue(server, { to: 'bob.inbox@other.test', recipient: 'bob@handles.test' });
  const runner = await running(server, { concurrency: 10, perDestination: 5 });
  await server.inbox.waitFor(20, 5000);
  await runner.stop();
  // The stop aborted the attempts, and their copies are due again immediately.
  expect(server.queue.rows).toHaveLength(50);
  expect(await server.host.queue.claim(100, 100, 30)).toHaveLength(50);
});

it('delivers each copy once with many runners on one queue', async () => {
  await using server = await startMailServer();
  const runners = await Promise.all([1, 2, 3].map(() => running(server, { perDestination: 20 })));
  for (let i = 0; i < 100; i++) await enqueue(server);
  await server.inbox.waitFor(100);
  await until(() => server.queue.rows.length === 0);
  await Promise.all(runners.map((runner) => runner.stop()));
  expect(server.inbox.received).toHaveLength(100);
});

it('records an outcome later if the store fails', async () => {
  await using server = await startMailServer();
  await enqueue(server);
  const { settle } = server.queue;
  let failures = 3;
  server.queue.settle = (...args) => (failures-- > 0 ? Promise.reject(new Error('away')) : settle(...args));
  const runner = await running(server);
  await until(() => server.queue.settled.length === 1);
  await runner.stop();
  expect(server.inbox.received).toHaveLength(1);
});

it('renews the lease of a long attempt', async () => {
  await using server = await startMailServer();
  server.inbox.on('dot', 'hang');
  await enqueue(server);
  const { renew, claim } = server.queue;
  let [renewals, claims] = [0, 0];
  server.queue.renew = async (...args) => {
    await renew(...args);
    renewals += 1;
  };
  server.queue.claim = (...args) => {
    claims += 1;
    return claim(...args);
  };
  const runner = await running(server, { lease: 0.3 });
  await server.inbox.waitFor(1);
  for (let i = 0; i < 6; i++) {
    const before = renewals;
    await until(() => renewals > before);
    server.advance(0.2);
  }
  const before = claims;
  await until(() => claims > before + 1);
  expect(server.inbox.received).toHaveLength(1);
  await runner.stop();
});

it('delivers to four destinations without delay while a fifth hangs', async () => {
  await using server = await startMailServer();
  const { transport } = server.host;
  let hung = 0;
  server.host.transport = {
    close: () => transport.close(),
    deliver(message, watch) {
      if (!message.to.endsWith('@hung.test')) return transport.deliver(message, watch);
      hung++;
      return new Promise((resolve) => {
        const end = () => resolve({ kind: 'deferred', code: 0, enhanced: '4.4.1', text: 'hung' });
        watch.signal.addEventListener('abort', end, { once: true });
      });
    },
  };
  server.recipients.alice = {
    kind: 'fanout',
    destinations: ['hung', 'a', 'b', 'c', 'd'].map((name) => `x@${name}.test`),
    key: 'a',
  };
  for (let i = 0; i < 20; i++) {
    for (const name of ['hung', 'a', 'b', 'c', 'd']) await enqueue(server, { to: `x@${name}.test` });
  }
  const runner = await running(server, { concurrency: 10, perDestination: 3, poll: 60_000 });
  await server.inbox.waitFor(80);
  expect(hung).toBe(3);
  await runner.stop();
});

it('delivers mail of another recipient without waiting for a thousand queued messages of one', async () => {
  await using server = await startMailServer();
  const order: string[] = [];
  server.host.transport = {
    close: async () => {},
    async deliver(message) {
      order.push(message.to);
      return { kind: 'delivered', code: 250, text: 'ok', final: true };
    },
  };
  for (let i = 0; i < 1000; i++) await enqueue(server);
  server.recipients.bob = { kind: 'forward', destination: 'bob@elsewhere.test', key: 'bob' };
  await enqueue(server, { to: 'bob@elsewhere.test', recipient: 'bob@handles.test', key: 'bob' });
  const runner = await running(server, { concurrency: 10, perDestination: 5 });
  await until(() => order.length > 20);
  await runner.stop();
  expect(order.indexOf('bob@elsewhere.test')).toBeGreaterThanOrEqual(0);
  expect(order.indexOf('bob@elsewhere.test')).toBeLessThan(5);
});

it('gives up a message whose bytes cannot be read and notifies its sender', async () => {
  await using server = await startMailServer();
  await enqueue(server);
  const [row] = server.queue.rows;
  const unreadable = () => {
    throw new Error('Chunk 0 is missing');
  };
  if (row) row.message.body = { size: 10, open: unreadable };
  server.advance(6 * DAY_SECONDS);
  const runner = await running(server);
  await until(() => server.queue.settled.length === 2);
  await runner.stop();
  expect(server.queue.settled.map(({ kind }) => kind)).toEqual(['failed', 'delivered']);
  expect(server.inbox.received[0]?.bytes.toString()).toContain('Your mail could not be delivered');
});

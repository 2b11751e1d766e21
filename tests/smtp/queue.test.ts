import { describe, expect, test } from 'vitest';
import { openHouse } from './house.ts';
import { enqueue, running, until } from './queued.ts';

test('what is enqueued is delivered at once', async () => {
  await using house = await openHouse();
  const runner = await running(house, { poll: 60_000 });
  await enqueue(house);
  const [message] = await house.inbox.waitFor(1);
  expect(message?.bytes.toString()).toContain('Hello');
  await until(() => house.queue.rows.length === 0);
  await runner.stop();
});

test('"not now" is tried again on schedule until it is taken', async () => {
  await using house = await openHouse();
  house.inbox.on('rcpt', '450 4.2.0 greylisted', 3);
  const runner = await running(house);
  await enqueue(house);
  for (const minutes of [1, 6, 16]) {
    const [row] = house.queue.rows;
    await until(
      () =>
        row?.words.startsWith('450') === true &&
        row.leaseToken === '' &&
        row.nextTry > house.ports.clock.now().getTime(),
    );
    const wait = ((row?.nextTry ?? 0) - house.ports.clock.now().getTime()) / 60_000;
    expect(wait).toBeGreaterThanOrEqual(minutes * 0.99);
    expect(wait).toBeLessThanOrEqual(minutes * 1.11);
    house.pass(minutes * 67);
  }
  await house.inbox.waitFor(1);
  await until(() => house.queue.rows.length === 0);
  expect(house.queue.settled).toMatchObject([{ kind: 'delivered' }]);
  await runner.stop();
});

test('a host that is left alone has not been tried: its mail loses no attempt and its owner hears nothing', async () => {
  const words = 'mx.elsewhere.test has not answered several times and is left alone';
  await using house = await openHouse({
    wayOut: () => ({
      deliver: async () => ({ kind: 'deferred', code: 0, enhanced: '4.4.1', text: words, untried: true }),
      close: async () => {},
    }),
  });
  const runner = await running(house);
  await enqueue(house);
  await until(() => house.queue.rows[0]?.words === words);
  await runner.stop();
  expect(house.queue.rows).toMatchObject([{ attempts: 0 }]);
  expect(house.flights.size).toBe(0);
});

test('a copy that three processes died of is left to a process of its own', async () => {
  await using house = await openHouse();
  const isolated: string[] = [];
  house.ports.attemptIsolated = async ({ id, destination }) => {
    isolated.push(destination);
    // As by a process that has recorded the fate.
    house.queue.rows.splice(0, house.queue.rows.length, ...house.queue.rows.filter((row) => row.id !== id));
    return null;
  };
  await enqueue(house);
  for (const row of house.queue.rows) row.crashes = 3;
  const runner = await running(house);
  await until(() => house.queue.rows.length === 0);
  await enqueue(house, { to: 'other@elsewhere.test', recipient: '' });
  await house.inbox.waitFor(1);
  await runner.stop();
  expect(isolated).toEqual(['alice.inbox@elsewhere.test']);
  expect(house.inbox.received).toHaveLength(1);
});

describe('what fails for good', () => {
  test.each([
    ['after five days', '450 4.2.0 alice.inbox full', 5 * 86_400 + 60, '5.4.7'],
    ['at once when refused', '550 5.1.1 alice.inbox@elsewhere.test unknown', 0, '5.1.1'],
    ['without the code by which its provider is known', '550 5.7.515 Access denied', 0, '5.7.1'],
  ])('%s is reported to its sender, destination unnamed', async (_when, reply, age, status) => {
    await using house = await openHouse();
    house.inbox.on('rcpt', reply, 1);
    await enqueue(house);
    house.pass(age);
    const runner = await running(house);
    const [report] = await house.inbox.waitFor(1);
    await until(() => house.queue.rows.length === 0);
    await runner.stop();
    expect(report).toMatchObject({ from: '', to: ['carol@senders.test'] });
    const text = report?.bytes.toString() ?? '';
    expect(text).toContain(`Status: ${status}`);
    expect(text).toContain('Final-Recipient: rfc822; alice@handles.test');
    expect(text).toContain('Subject: queued');
    expect(text).not.toMatch(/elsewhere|inbox|Hello/);
  });

  test('is reported to nobody when the sender was null, nor is a failing report', async () => {
    await using house = await openHouse();
    house.inbox.on('rcpt', '550 5.1.1 no');
    await enqueue(house, { reportTo: '' });
    await enqueue(house);
    const runner = await running(house);
    await until(() => house.queue.settled.length === 3);
    await runner.stop();
    expect(house.queue.rows).toEqual([]);
    expect(house.inbox.received).toEqual([]);
  });
});

describe('the recipient is looked up again', () => {
  test('mail goes where it goes now', async () => {
    await using house = await openHouse();
    house.people.alice = { kind: 'forward', destination: 'new@inbox.test', key: 'alice' };
    await enqueue(house);
    const runner = await running(house);
    expect((await house.inbox.waitFor(1))[0]?.to).toEqual(['new@inbox.test']);
    await runner.stop();
  });

  test('mail for who is gone goes back, not on', async () => {
    await using house = await openHouse();
    delete house.people.alice;
    await enqueue(house);
    const runner = await running(house);
    expect((await house.inbox.waitFor(1))[0]?.to).toEqual(['carol@senders.test']);
    await runner.stop();
  });

  test('mail waits while nobody can tell', async () => {
    await using house = await openHouse();
    await enqueue(house, { recipient: 'maybe@handles.test' });
    const runner = await running(house);
    await until(() => house.queue.rows[0]?.attempts === 1);
    expect(house.inbox.connections).toBe(0);
    await runner.stop();
  });
});

test('a hung destination holds up nobody else', async () => {
  await using house = await openHouse();
  // The fake inbox is one; what goes to elsewhere.test hangs inside the way out itself.
  const { transport: wayOut } = house.ports;
  house.ports.transport = {
    close: () => wayOut.close(),
    deliver(parcel, watch) {
      if (!parcel.to.endsWith('@elsewhere.test')) return wayOut.deliver(parcel, watch);
      return new Promise((resolve) => {
        const end = () => resolve({ kind: 'deferred', code: 0, enhanced: '4.4.1', text: 'hung' });
        watch.signal.addEventListener('abort', end, { once: true });
      });
    },
  };
  for (let i = 0; i < 50; i++) await enqueue(house);
  for (let i = 0; i < 20; i++) await enqueue(house, { to: 'bob.inbox@other.test', recipient: 'bob@handles.test' });
  const runner = await running(house, { concurrency: 10, perDestination: 5 });
  await house.inbox.waitFor(20, 5000);
  await runner.stop();
  // Cut off by the stop: due again at once.
  expect(house.queue.rows).toHaveLength(50);
  expect(await house.ports.queue.claim(100, 100, 30)).toHaveLength(50);
});

test('many runners share one queue, and each copy is delivered once', async () => {
  await using house = await openHouse();
  const runners = await Promise.all([1, 2, 3].map(() => running(house, { perDestination: 20 })));
  for (let i = 0; i < 100; i++) await enqueue(house);
  await house.inbox.waitFor(100);
  await until(() => house.queue.rows.length === 0);
  await Promise.all(runners.map((runner) => runner.stop()));
  expect(house.inbox.received).toHaveLength(100);
});

test('a fate that cannot be recorded now is recorded later', async () => {
  await using house = await openHouse();
  await enqueue(house);
  const { settle } = house.queue;
  let failures = 3;
  house.queue.settle = (...args) => (failures-- > 0 ? Promise.reject(new Error('away')) : settle(...args));
  const runner = await running(house);
  await until(() => house.queue.settled.length === 1);
  await runner.stop();
  expect(house.inbox.received).toHaveLength(1);
});

test('leases of long attempts are renewed, so that nobody else takes the copy', async () => {
  await using house = await openHouse();
  house.inbox.on('dot', 'hang');
  await enqueue(house);
  const runner = await running(house, { lease: 0.3 });
  await house.inbox.waitFor(1);
  for (let i = 0; i < 6; i++) {
    await new Promise((resolve) => setTimeout(resolve, 110));
    house.pass(0.11);
  }
  expect(house.inbox.received).toHaveLength(1);
  await runner.stop();
});

test('one of five destinations hangs: the others get their mail as if it were not there', async () => {
  await using house = await openHouse();
  const { transport: wayOut } = house.ports;
  let hung = 0;
  house.ports.transport = {
    close: () => wayOut.close(),
    deliver(parcel, watch) {
      if (!parcel.to.endsWith('@hung.test')) return wayOut.deliver(parcel, watch);
      hung++;
      return new Promise((resolve) => {
        const end = () => resolve({ kind: 'deferred', code: 0, enhanced: '4.4.1', text: 'hung' });
        watch.signal.addEventListener('abort', end, { once: true });
      });
    },
  };
  house.people.alice = {
    kind: 'fanout',
    destinations: ['hung', 'a', 'b', 'c', 'd'].map((name) => `x@${name}.test`),
    key: 'a',
  };
  for (let i = 0; i < 20; i++) {
    for (const name of ['hung', 'a', 'b', 'c', 'd']) await enqueue(house, { to: `x@${name}.test` });
  }
  const runner = await running(house, { concurrency: 10, perDestination: 3, poll: 60_000 });
  await house.inbox.waitFor(80);
  expect(hung).toBe(3);
  await runner.stop();
});

test('one handle with a thousand mails in the queue keeps no other waiting', async () => {
  await using house = await openHouse();
  const order: string[] = [];
  house.ports.transport = {
    close: async () => {},
    async deliver(parcel) {
      order.push(parcel.to);
      return { kind: 'delivered', code: 250, text: 'ok', final: true };
    },
  };
  for (let i = 0; i < 1000; i++) await enqueue(house);
  house.people.bob = { kind: 'forward', destination: 'bob@elsewhere.test', key: 'bob' };
  await enqueue(house, { to: 'bob@elsewhere.test', recipient: 'bob@handles.test', key: 'bob' });
  const runner = await running(house, { concurrency: 10, perDestination: 5 });
  await until(() => order.length > 20);
  await runner.stop();
  expect(order.indexOf('bob@elsewhere.test')).toBeGreaterThanOrEqual(0);
  expect(order.indexOf('bob@elsewhere.test')).toBeLessThan(5);
});

test('mail whose bytes cannot be read any more is given up too, and its sender hears of it', async () => {
  await using house = await openHouse();
  await enqueue(house);
  const [row] = house.queue.rows;
  const unreadable = () => {
    throw new Error('Chunk 0 is missing');
  };
  if (row) row.message.body = { size: 10, open: unreadable };
  house.pass(6 * 86_400);
  const runner = await running(house);
  await until(() => house.queue.settled.length === 2);
  await runner.stop();
  expect(house.queue.settled.map(({ kind }) => kind)).toEqual(['failed', 'delivered']);
  expect(house.inbox.received[0]?.bytes.toString()).toContain('Your mail could not be delivered');
});

import { expect, it } from 'vitest';
import { headerEnd } from '../../mail/message/header.ts';
import { until } from './queued.ts';
import { MAIL, type SubmissionServer, startSubmissionServer, submit } from './submissions.ts';

/** A server whose queue returns nothing, so that only direct attempts deliver. */
async function startDirect(): Promise<SubmissionServer> {
  const server = await startSubmissionServer();
  server.queue.claim = async () => [];
  return server;
}

it('delivers a stored message without reading it from the queue again', async () => {
  await using server = await startDirect();
  await submit(server, MAIL, ['bob@receiver.test', 'eve@other.test']);
  await until(() => server.queue.settled.length === 2);
  expect(server.queue.rows).toEqual([]);
  const { received } = server.inbox;
  expect(received.flatMap(({ to }) => to).toSorted()).toEqual(['bob@receiver.test', 'eve@other.test']);
  const text = received[0]?.bytes ?? Buffer.alloc(0);
  expect(text.subarray(headerEnd(text)).toString()).toBe('At noon?\r\n');
});

it('leaves a large message, and messages beyond the slots of a handle, to the queue', async () => {
  await using server = await startDirect();
  await submit(server, `${MAIL}${'x'.repeat(70)}\r\n`.padEnd(128 * 1024 + 1, 'x'), ['bob@receiver.test']);
  expect(server.queue.rows).toMatchObject([{ leaseToken: '', destination: 'bob@receiver.test' }]);
  server.queue.rows.length = 0;
  const all = Array.from({ length: 7 }, (_, at) => `bob@receiver${at}.test`);
  await submit(server, MAIL, all);
  await until(() => server.queue.settled.length === 5);
  expect(server.queue.rows.map(({ destination }) => destination)).toEqual(all.slice(5));
});

it('attempts nothing without a lease, as while the queue is paused, and releases the slots', async () => {
  await using server = await startDirect();
  const { enqueue } = server.queue;
  server.queue.enqueue = async (items) => {
    const unleased = items.map(({ message, recipients }) => ({
      message,
      recipients: recipients.map((one) => ({ ...one, lease: 0 })),
    }));
    return enqueue(unleased);
  };
  const numbered = (at: number) => MAIL.replace('<1@', `<${at}@`);
  for (let at = 0; at < 6; at++) await submit(server, numbered(at), ['bob@receiver.test']);
  expect(server.queue.rows).toHaveLength(6);
  server.queue.enqueue = enqueue;
  await submit(server, numbered(7), ['eve@receiver.test']);
  await until(() => server.queue.settled.length === 1);
  expect(server.inbox.received.map(({ to }) => to)).toEqual([['eve@receiver.test']]);
});

it('releases the slots when the message cannot be stored', async () => {
  await using server = await startDirect();
  server.queue.failure = new Error('unavailable');
  for (let at = 0; at < 6; at++) {
    await expect(submit(server, MAIL, ['bob@receiver.test'])).rejects.toMatchObject({ responseCode: 451 });
  }
  server.queue.failure = null;
  await submit(server, MAIL, ['bob@receiver.test']);
  await until(() => server.queue.settled.length === 1);
});

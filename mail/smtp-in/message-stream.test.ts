import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { MessageStream } from './message-stream.ts';

test('hands on what was written, before and after somebody reads', async () => {
  const incoming = new MessageStream();
  expect(incoming.write(Buffer.from('one '))).toBe(true);
  const read = buffer(incoming);
  incoming.write(Buffer.from('two '));
  await new Promise(setImmediate);
  incoming.write(Buffer.from('three '));
  incoming.end(Buffer.from('four'));
  expect((await read).toString()).toBe('one two three four');
  expect(incoming).toMatchObject({ readable: false, writable: false, readableEnded: true, destroyed: false });
});

test('asks to wait when much is unread, and says when there is room again', async () => {
  const incoming = new MessageStream();
  expect(incoming.write(Buffer.alloc(60_000))).toBe(true);
  expect(incoming.write(Buffer.alloc(60_000))).toBe(false);
  const drained = once(incoming, 'drain');
  const iterator = incoming[Symbol.asyncIterator]();
  await iterator.next();
  await drained;
  incoming.end();
  await iterator.next();
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
});

test.each(['before', 'while'])('whoever reads hears that the client left, %s reading', async (when) => {
  const incoming = new MessageStream();
  incoming.write(Buffer.from('half'));
  const left = new Error('left');
  if (when === 'before') incoming.destroy(left);
  const read = buffer(incoming);
  if (when === 'while') setImmediate(() => incoming.destroy(left));
  await expect(read).rejects.toBe(left);
  expect(incoming.write(Buffer.from('more'))).toBe(true);
  expect(incoming).toMatchObject({ readable: false, writable: false, destroyed: true });
});

test('is read to its end for nobody, and tells so', async () => {
  const incoming = new MessageStream();
  const end = once(incoming, 'end');
  incoming.write(Buffer.alloc(100_000));
  incoming.resume();
  incoming.end();
  await end;
  expect(incoming.readable).toBe(false);
});

test('a reader who stops gives it up', async () => {
  const incoming = new MessageStream();
  const closed = once(incoming, 'close');
  incoming.write(Buffer.from('a'));
  for await (const piece of incoming) {
    expect(piece.toString()).toBe('a');
    break;
  }
  await closed;
  expect(incoming.destroyed).toBe(true);
});

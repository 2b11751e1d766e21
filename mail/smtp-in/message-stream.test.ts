import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { MessageStream } from './message-stream.ts';

it('passes on bytes written before and after a reader is attached', async () => {
  const stream = new MessageStream();
  expect(stream.write(Buffer.from('one '))).toBe(true);
  const read = buffer(stream);
  stream.write(Buffer.from('two '));
  await new Promise(setImmediate);
  stream.write(Buffer.from('three '));
  stream.end(Buffer.from('four'));
  expect((await read).toString()).toBe('one two three four');
  expect(stream).toMatchObject({ readable: false, writable: false, readableEnded: true, destroyed: false });
});

it('signals backpressure while many bytes are unread and emits drain afterwards', async () => {
  const stream = new MessageStream();
  expect(stream.write(Buffer.alloc(60_000))).toBe(true);
  expect(stream.write(Buffer.alloc(60_000))).toBe(false);
  const drained = once(stream, 'drain');
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();
  await drained;
  stream.end();
  await iterator.next();
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
});

it.each(['before', 'while'])('rejects the read if the client disconnects %s reading', async (when) => {
  const stream = new MessageStream();
  stream.write(Buffer.from('half'));
  const left = new Error('left');
  if (when === 'before') stream.destroy(left);
  const read = buffer(stream);
  if (when === 'while') setImmediate(() => stream.destroy(left));
  await expect(read).rejects.toBe(left);
  expect(stream.write(Buffer.from('more'))).toBe(true);
  expect(stream).toMatchObject({ readable: false, writable: false, destroyed: true });
});

it('discards the rest after resume() and emits end', async () => {
  const stream = new MessageStream();
  const end = once(stream, 'end');
  stream.write(Buffer.alloc(100_000));
  stream.resume();
  stream.end();
  await end;
  expect(stream.readable).toBe(false);
});

it('is destroyed when the reader stops early', async () => {
  const stream = new MessageStream();
  const closed = once(stream, 'close');
  stream.write(Buffer.from('a'));
  for await (const piece of stream) {
    expect(piece.toString()).toBe('a');
    break;
  }
  await closed;
  expect(stream.destroyed).toBe(true);
});

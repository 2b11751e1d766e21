import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { MessageStream } from './message-stream.ts';

it('passes on bytes written before and after a reader is attached', async () => {
  const stream = new MessageStream();
  expect(stream.write(Buffer.from('one '))).toBeUndefined();
  const read = buffer(stream);
  stream.write(Buffer.from('two '));
  await new Promise(setImmediate);
  stream.write(Buffer.from('three '));
  stream.write(Buffer.from('four'));
  stream.end();
  expect((await read).toString()).toBe('one two three four');
});

it('holds back the writer while many bytes are unread', async () => {
  const stream = new MessageStream();
  expect(stream.write(Buffer.alloc(60_000))).toBeUndefined();
  const drained = stream.write(Buffer.alloc(60_000));
  expect(drained).toBeInstanceOf(Promise);
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
  expect(stream.write(Buffer.alloc(100_000))).toBeUndefined();
});

it('lets the writer continue if the client disconnects while many bytes are unread', async () => {
  const stream = new MessageStream();
  const drained = stream.write(Buffer.alloc(100_000));
  stream.destroy();
  await drained;
});

it('keeps a complete message readable after the client has disconnected', async () => {
  const stream = new MessageStream();
  stream.write(Buffer.from('complete'));
  stream.end();
  stream.destroy();
  expect((await buffer(stream)).toString()).toBe('complete');
});

it('discards the rest of a message that the reader has not read to its end', async () => {
  const stream = new MessageStream();
  const drained = stream.write(Buffer.alloc(100_000));
  for await (const _chunk of stream) break;
  const discarded = stream.discard();
  await drained;
  stream.write(Buffer.alloc(100_000));
  stream.end();
  await discarded;
});

it('stops discarding if the client disconnects', async () => {
  const stream = new MessageStream();
  const discarded = stream.discard();
  stream.destroy();
  await discarded;
});

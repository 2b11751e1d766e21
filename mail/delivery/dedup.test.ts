import { expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { InMemoryDuplicateSuppression, messageKey } from './dedup.ts';

const HEAD = Buffer.from('From: a@x.test\r\n\r\n');
const to = (...addresses: string[]) => ({ from: 'a@x.test', recipients: addresses.map((address) => ({ address })) });

it('recognises a retry that names the recipients in another order', () => {
  const key = messageKey(to('b@y.test', 'c@y.test', 'a@y.test'), HEAD, 'hash');
  expect(messageKey(to('a@y.test', 'c@y.test', 'b@y.test'), HEAD, 'hash')).toBe(key);
});

it.each([
  ['other recipients', messageKey(to('a@y.test'), HEAD, 'hash')],
  ['another recipient', messageKey(to('a@y.test', 'c@y.test'), HEAD, 'hash')],
  ['another sender', messageKey({ ...to('a@y.test', 'b@y.test'), from: 'b@x.test' }, HEAD, 'hash')],
  ['another header', messageKey(to('a@y.test', 'b@y.test'), Buffer.from('From: b@x.test\r\n\r\n'), 'hash')],
  ['another body', messageKey(to('a@y.test', 'b@y.test'), HEAD, 'other hash')],
])('treats a message with %s as a different message', (_what, other) => {
  expect(other).not.toBe(messageKey(to('a@y.test', 'b@y.test'), HEAD, 'hash'));
});

it('remembers a message for four hours, and at most the newest ten thousand', () => {
  let now = 1;
  const duplicates = new InMemoryDuplicateSuppression(() => now);
  duplicates.remember('first');
  now += 4 * HOUR;
  expect(duplicates.isDuplicate(() => 'first')).toBe(true);
  now += 1;
  expect(duplicates.isDuplicate(() => 'first')).toBe(false);
  for (let at = 0; at <= 10_000; at++) duplicates.remember(`${at}`);
  expect([duplicates.isDuplicate(() => '0'), duplicates.isDuplicate(() => '1')]).toEqual([false, true]);
});

it('computes no key while no message is remembered', () => {
  const key = () => {
    throw new Error('computed');
  };
  expect(new InMemoryDuplicateSuppression(() => 1).isDuplicate(key)).toBe(false);
});

import { expect, it } from 'vitest';
import { isReplyAddress, isReplyLocal, replyableAddress } from './reply-address.ts';

const LOCAL = `reply-${'a2'.repeat(13)}`;

it.each([
  [LOCAL, true],
  [`${LOCAL}a`, false],
  [LOCAL.slice(0, -1), false],
  [`x${LOCAL}`, false],
  [LOCAL.toUpperCase(), false],
  [LOCAL.replace('2', '1'), false],
])('returns whether %s is the local part of a reply address: %s', (local, expected) => {
  expect(isReplyLocal(local)).toBe(expected);
});

it.each([
  [`${LOCAL}@handles.test`, true],
  [`${LOCAL}@Handles.Test`.toUpperCase(), true],
  [`${LOCAL}@other.test`, false],
  ['alice@handles.test', false],
  [LOCAL, false],
])('returns whether %s is a reply address: %s', (address, expected) => {
  expect(isReplyAddress(address, 'handles.test')).toBe(expected);
});

it.each([
  ['Ann.B@Inbox.Example', 'ann.b@inbox.example'],
  ['jürgen@Bücher.example', 'jürgen@xn--bcher-kva.example'],
  [`${'a'.repeat(243)}@inbox.test`, `${'a'.repeat(243)}@inbox.test`],
  [`${'a'.repeat(244)}@inbox.test`, null],
  ['a b@inbox.test', null],
  ['"a"@inbox.test', null],
  ['a\u0000@inbox.test', null],
  ['a@b@inbox.test', null],
  ['a@[192.0.2.1]', null],
  ['a@..%', null],
  ['inbox.test', null],
])('stores a reply address for %j as %j', (address, stored) => {
  expect(replyableAddress(address)).toBe(stored);
});

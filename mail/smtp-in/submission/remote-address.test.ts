import { expect, it } from 'vitest';
import { remoteAddress } from './remote-address.ts';

const LABEL = 'a'.repeat(63);

it.each([
  ['Ann.B+t@Inbox.Test', 'Ann.B+t@inbox.test'],
  ['"a \\" b"@inbox.test', '"a \\" b"@inbox.test'],
  ['..@inbox.test', '..@inbox.test'],
  ['jürgen@Bücher.test', 'jürgen@xn--bcher-kva.test'],
  ['a@_mail.x_y.test', 'a@_mail.x_y.test'],
  ['a@b.c', 'a@b.c'],
  ['a@b.1c', 'a@b.1c'],
  [`a@${LABEL}.${LABEL}`, `a@${LABEL}.${LABEL}`],
  [`a@${`${LABEL}.`.repeat(3)}${'a'.repeat(61)}`, `a@${`${LABEL}.`.repeat(3)}${'a'.repeat(61)}`],
  ['a@localhost', 'a@localhost'],
  ['PostMaster', 'postmaster@localhost'],
])('accepts %s as %s', (address, expected) => {
  expect(remoteAddress(address, 'localhost')).toBe(expected);
});

it.each([
  ['inbox.test', '5.1.3'],
  ['a b@inbox.test', '5.1.3'],
  ['"a"b"@inbox.test', '5.1.3'],
  ['"a\\"@inbox.test', '5.1.3'],
  ['"a"x@inbox.test', '5.1.3'],
  ['x"a"@inbox.test', '5.1.3'],
  ['a\u007f@inbox.test', '5.1.3'],
  ['a@[192.0.2.1]', '5.1.2'],
  ['a@[IPv6:::1]', '5.1.2'],
  ['a@192.0.2.1', '5.1.2'],
  ['a@::1', '5.1.2'],
  ['a@inbox', '5.1.2'],
  ['a@-inbox.test', '5.1.2'],
  ['a@inbox-.test', '5.1.2'],
  ['a@inbox..test', '5.1.2'],
  ['a@inbox.te_st', '5.1.2'],
  ['a@inbox.123', '5.1.2'],
  ['a@inbox.test-', '5.1.2'],
  ['a@in box.test', '5.1.2'],
  [`a@${LABEL}a.test`, '5.1.2'],
  [`a@x.${LABEL}a`, '5.1.2'],
  [`a@${`${LABEL}.`.repeat(3)}${'a'.repeat(62)}`, '5.1.2'],
])('rejects %s with %s', (address, enhanced) => {
  const responseCode = enhanced === '5.1.3' ? 553 : 550;
  expect(() => remoteAddress(address, 'handles.test')).toThrow(expect.objectContaining({ responseCode, enhanced }));
});

it.each([
  ['a@[192.0.2.1]', /IP address/],
  ['a@[x', /IP address/],
  ['a@192.0.2.1', /IP address/],
  ['a@inbox', /domain of the recipient/],
])('says what is wrong with %s', (address, text) => {
  expect(() => remoteAddress(address, 'handles.test')).toThrow(text);
});

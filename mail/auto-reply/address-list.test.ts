import { describe, expect, it } from 'vitest';
import { addressesIn } from '../message/address-list.ts';
import { isAddressedTo } from './address-list.ts';

const read = (list: string) => [...addressesIn(list)];
const head = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
const names = (...lines: string[]) => isAddressedTo(head(...lines), 'alice', 'handles.test');

describe('addressesIn', () => {
  it.each<[string, string[]]>([
    ['alice@handles.test', ['alice@handles.test']],
    ['Alice <alice@handles.test>, bob@x.test', ['alice@handles.test', 'bob@x.test']],
    ['"Doe, Alice" <alice@handles.test>', ['alice@handles.test']],
    ['"quote \\" , <x@y.test>" <alice@handles.test>', ['alice@handles.test']],
    ['Team: alice@handles.test, "B" <bob@x.test>;, carol@z.test', ['alice@handles.test', 'bob@x.test', 'carol@z.test']],
    ['undisclosed-recipients:;', []],
    ['<@relay.test,@b.test:alice@handles.test>', ['alice@handles.test']],
    ['alice(comment (nested, x@y.test))@handles.test', ['alice@handles.test']],
    ['(alice@handles.test) bob@x.test', ['bob@x.test']],
    ['"alice"@handles.test', ['"alice"@handles.test']],
    ['alice @ handles . test', ['alice@handles.test']],
    ['<alice@handles.test', []],
    ['Alice', []],
    ['', []],
  ])('reads %s', (list, expected) => {
    expect(read(list)).toEqual(expected);
  });

  it('finds no address in a display name or an encoded word', () => {
    expect(read('"alice@handles.test" <bob@x.test>')).toEqual(['bob@x.test']);
    expect(read('alice@handles.test <bob@x.test>')).toEqual(['bob@x.test']);
    expect(read('=?utf-8?Q?alice=40handles.test?= <bob@x.test>')).toEqual(['bob@x.test']);
    expect(read('=?utf-8?Q?x,alice@handles.test,?= <bob@x.test>')).toEqual(['bob@x.test']);
    expect(names('To: =?utf-8?Q?x?=alice@handles.test')).toBe(false);
  });
});

describe('isAddressedTo', () => {
  it.each(['To', 'Cc', 'Resent-To', 'Resent-Cc', 'TO'])('finds the handle in %s (RFC 5230 4.5)', (field) => {
    expect(names(`${field}: Bob <bob@x.test>,\r\n Alice <Alice@Handles.TEST>`)).toBe(true);
  });

  it.each(['Bcc', 'From', 'Reply-To', 'X-To', 'Delivered-To'])('does not read %s', (field) => {
    expect(names(`${field}: alice@handles.test`)).toBe(false);
  });

  it('accepts the handle with a tag, in quotes, and in a second field', () => {
    expect(names('To: alice+shop@handles.test')).toBe(true);
    expect(names('To: "alice"@handles.test')).toBe(true);
    expect(names('To: bob@x.test', 'To: alice@handles.test')).toBe(true);
    expect(isAddressedTo(head('To: alice@handles.test'), 'alice+shop', 'handles.test')).toBe(true);
  });

  it('rejects other addresses and missing fields', () => {
    expect(names('To: malice@handles.test')).toBe(false);
    expect(names('To: alice@handles.test.evil.test')).toBe(false);
    expect(names('To: alice@sub.handles.test')).toBe(false);
    expect(names('To: alice@elsewhere.test')).toBe(false);
    expect(names('Subject: alice@handles.test')).toBe(false);
  });

  it('ignores the handle among 10,000 recipients, and reads malformed lists in linear time', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `person${at}@x.test`).join(',\r\n ');
    expect(names(`To: alice@handles.test,\r\n ${many}`)).toBe(false);
    // Many short fields must not exceed the limit together.
    expect(names(...Array.from({ length: 4000 }, () => 'To: p@x.test, q@x.test'), 'Cc: alice@handles.test')).toBe(
      false,
    );
    for (const piece of ['(', '"', '<', '=?', '=?a?b?', 'a@', ',', ':', '\\', '<a@b.test> ', '@a:']) {
      expect(read(piece.repeat(200_000)).length, piece).toBeLessThanOrEqual(200_000);
    }
  });
});

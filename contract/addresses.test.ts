import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainOf, emailAddress, emailAddressOrNone, parseAddress } from './addresses.ts';

/** An address of 254 characters. */
const LONGEST = `ann@${'a'.repeat(59)}.${`${'a'.repeat(59)}.`.repeat(3)}example.co`;

describe('parseAddress', () => {
  it.each([
    ['Ann.B+tag@Inbox.Example', 'Ann.B+tag@inbox.example'],
    [' ann@inbox.example ', 'ann@inbox.example'],
    ["o'neil@sub.inbox.example", "o'neil@sub.inbox.example"],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
    ['ann@a.1.b2', 'ann@a.1.b2'],
    ['ann@inbox.1a', 'ann@inbox.1a'],
    [`${'a'.repeat(64)}@inbox.example`, `${'a'.repeat(64)}@inbox.example`],
    [`ann@${'a'.repeat(63)}.example`, `ann@${'a'.repeat(63)}.example`],
    [` ${LONGEST} `, LONGEST],
  ])('parses %j as one mailbox', (text, parsed) => {
    expect(parseAddress(text)).toBe(parsed);
  });

  it.each([
    '"ann"@inbox.example',
    '"ann@evil.example"@inbox.example',
    'ann@inbox.example,ben@inbox.example',
    'ann@inbox.example ben@inbox.example',
    'Ann <ann@inbox.example>',
    'ann@inbox@example.org',
    'ann＠inbox.example',
    'ann@inbox。example',
    'ann@[127.0.0.1]',
    'ann@127.0.0.1',
    'ann@localhost',
    '.ann@inbox.example',
    'ann..b@inbox.example',
    'ann@-inbox.example',
    'ann@inbox.example\r\nBcc: ben@inbox.example',
    'ann@inbox.example\u0000',
    `${'a'.repeat(65)}@inbox.example`,
    `ann@${'a'.repeat(64)}.example`,
    `a${LONGEST}`,
    '@inbox.example',
    'ann@127.0.0.12',
    'ann@a.b.1',
    'ann',
    'an.no',
    '',
  ])('rejects %j as a mailbox', (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it('returns no address that a mail program could read as two addresses or as a command (attack 4, attack 24)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string(), fc.string({ unit: 'binary' })), (text) => {
        const parsed = parseAddress(text);
        if (parsed === null) return;
        expect(parsed).toMatch(/^[\x21-\x7e]+$/);
        expect(parsed).not.toMatch(/[\s,;:<>()"\\[\]]/);
        expect(parseAddress(parsed)).toBe(parsed);
      }),
      { numRuns: 2000 },
    );
  });

  it('rejects an address of 100,000 equal characters within the test timeout', () => {
    for (const character of ['a', '@', '.', '-', ' ']) expect(parseAddress(character.repeat(100_000))).toBeNull();
  });
});

it('returns the domain of an address', () => {
  expect(domainOf('ann@inbox.example')).toBe('inbox.example');
});

describe('schemas of addresses', () => {
  const issue = { code: 'custom', message: 'Please enter a valid email address' };

  it.each([
    ['emailAddress', emailAddress],
    ['emailAddressOrNone', emailAddressOrNone],
  ])('%s parses an address, and rejects other texts with one message', (_name, schema) => {
    expect(schema.parse(' ann@Inbox.example ')).toBe('ann@inbox.example');
    expect(schema.safeParse('ann').error?.issues).toMatchObject([issue]);
    expect(schema.safeParse('a'.repeat(321)).error?.issues).toMatchObject([
      { code: 'too_big', message: issue.message },
    ]);
  });

  it('emailAddressOrNone takes a blank value for none, and emailAddress rejects it', () => {
    for (const text of ['', ' ', null]) {
      expect(emailAddressOrNone.parse(text)).toBeNull();
      expect(emailAddress.safeParse(text).success).toBe(false);
    }
  });
});

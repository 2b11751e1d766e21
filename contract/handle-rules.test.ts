import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from './addresses.ts';
import { filterHandle, HANDLE_MAX_LENGTH, isHandle } from './handle-rules.ts';
import { FALLBACK_PRICES, percentOff, planForLength } from './plans.ts';

const alphabet = fc.constantFrom(...'abcxyz0189.-');
const typed = fc.oneof(fc.string({ unit: alphabet, maxLength: 34 }), fc.string({ unit: 'grapheme' }));

describe('handles', () => {
  it('what the field keeps is of the alphabet, short enough, and stays as it is when filtered again', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const kept = filterHandle(text);
        expect(kept).toMatch(/^[a-z0-9.-]{0,30}$/);
        expect(filterHandle(kept)).toBe(kept);
      }),
    );
    expect(filterHandle('My.Name!')).toBe('my.name');
  });

  it('every handle is a mailbox name as it stands', () => {
    fc.assert(
      fc.property(typed, (text) => {
        if (!isHandle(text)) return;
        expect(filterHandle(text)).toBe(text);
        expect(parseAddress(`${text}@example.org`)).toBe(`${text}@example.org`);
      }),
    );
  });

  it('is exactly: 1 to 30 of the alphabet, no dot or hyphen at an end, no two dots, one character a letter', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const expected =
          /^[a-z0-9.-]{1,30}$/.test(text) &&
          !/^[.-]|[.-]$|\.\./.test(text) &&
          (text.length > 1 || /^[a-z]$/.test(text));
        expect(isHandle(text)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('the plan follows from the length alone', () => {
    const plans = Array.from({ length: HANDLE_MAX_LENGTH }, (_, index) => planForLength(index + 1));
    expect(plans).toEqual([
      'Vanity',
      ...Array(3).fill('Deluxe'),
      ...Array(6).fill('Plus'),
      ...Array(HANDLE_MAX_LENGTH - 10).fill('Free'),
    ]);
    expect(FALLBACK_PRICES.map(percentOff)).toEqual([0, 50, 50, 50]);
  });
});

describe('addresses', () => {
  it.each([
    ['Ann.B+tag@Inbox.Example', 'Ann.B+tag@inbox.example'],
    [' ann@inbox.example ', 'ann@inbox.example'],
    ["o'neil@sub.inbox.example", "o'neil@sub.inbox.example"],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
  ])('%s is one mailbox', (text, parsed) => {
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
    '@inbox.example',
    'ann',
    '',
  ])('%j is not', (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it('whatever is parsed holds nothing that a mail program could take for two addresses or a command', () => {
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

  it('long nonsense is answered at once', () => {
    for (const letter of ['a', '@', '.', '-', ' ']) expect(parseAddress(letter.repeat(100_000))).toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../addresses.ts';
import { FALLBACK_PRICES, percentOff, planForLength } from '../payments/plans.ts';
import { filterHandle, HANDLE_MAX_LENGTH, isHandle } from './handle-rules.ts';

const alphabet = fc.constantFrom(...'abcxyz0189.-');
const typed = fc.oneof(fc.string({ unit: alphabet, maxLength: 34 }), fc.string({ unit: 'grapheme' }));

describe('handle rules', () => {
  it('filterHandle returns at most 30 allowed characters and is idempotent', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const filtered = filterHandle(text);
        expect(filtered).toMatch(/^[a-z0-9.-]{0,30}$/);
        expect(filterHandle(filtered)).toBe(filtered);
      }),
    );
    expect(filterHandle('My.Name!')).toBe('my.name');
    expect(filterHandle('a'.repeat(31))).toBe('a'.repeat(30));
  });

  it('every valid handle is a valid local part and passes filterHandle unchanged', () => {
    fc.assert(
      fc.property(typed, (text) => {
        if (!isHandle(text)) return;
        expect(filterHandle(text)).toBe(text);
        expect(parseAddress(`${text}@example.org`)).toBe(`${text}@example.org`);
      }),
    );
  });

  it('isHandle accepts 1 to 30 allowed characters without an outer dot or hyphen or a double dot, and a single character only if it is a letter', () => {
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

  it.each([
    ['a', true],
    ['7', false],
    ['é', false],
    ['-', false],
    ['', false],
    ['a'.repeat(30), true],
    ['a'.repeat(31), false],
  ])('isHandle takes %j as a handle: %s', (text, expected) => {
    expect(isHandle(text)).toBe(expected);
  });

  it('planForLength derives the plan from the length of the handle', () => {
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

describe('parseAddress', () => {
  it.each([
    ['Ann.B+tag@Inbox.Example', 'Ann.B+tag@inbox.example'],
    [' ann@inbox.example ', 'ann@inbox.example'],
    ["o'neil@sub.inbox.example", "o'neil@sub.inbox.example"],
    ['ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
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
    '@inbox.example',
    'ann',
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

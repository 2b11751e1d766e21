import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from '../addresses.ts';
import { filterHandle, isHandle } from './handle-rules.ts';

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

  it('isHandle accepts 1 to 30 allowed characters without a leading or trailing dot or hyphen and without a double dot, and a single character only if it is a letter', () => {
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
});

import { describe, expect, it } from 'vitest';
import { initialsOf, localPartOf } from './initials.ts';

describe('initialsOf', () => {
  it('takes the first two letters of the local part', () => {
    expect(initialsOf('ada.lovelace@example.test')).toBe('AD');
  });
  it('makes do with a local part of one letter', () => {
    expect(initialsOf('x@example.test')).toBe('X');
  });
  it('does not look at an @ inside the local part', () => {
    expect(localPartOf('"a@b"@example.test')).toBe('"a@b"');
  });
});

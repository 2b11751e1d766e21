import { describe, expect, it } from 'vitest';
import { initialsOf, localPartOf } from './initials.ts';

describe('initialsOf', () => {
  it('takes the first two letters of the local part', () => {
    expect(initialsOf('ada.lovelace@example.test')).toBe('AD');
  });
  it('returns one letter for a local part of one letter', () => {
    expect(initialsOf('x@example.test')).toBe('X');
  });
  it('splits at the last @ of the address', () => {
    expect(localPartOf('"a@b"@example.test')).toBe('"a@b"');
  });
});

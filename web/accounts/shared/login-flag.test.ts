import { describe, expect, it } from 'vitest';
import { takeLoginFlag } from './login-flag.ts';

function storageOf(entries: Record<string, string>) {
  const items = new Map(Object.entries(entries));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
  };
}

describe('takeLoginFlag', () => {
  it('is taken once', () => {
    const storage = storageOf({ openLoginModal: 'true', theme: 'dark' });
    expect(takeLoginFlag(storage)).toBe(true);
    expect(takeLoginFlag(storage)).toBe(false);
    expect([...storage.items.keys()]).toEqual(['theme']);
  });
  it('means nothing with another value', () => {
    expect(takeLoginFlag(storageOf({ openLoginModal: 'false' }))).toBe(false);
  });
  it('copes with forbidden storage', () => {
    const forbidden = () => {
      throw new Error('SecurityError');
    };
    expect(takeLoginFlag({ getItem: forbidden, removeItem: forbidden })).toBe(false);
  });
});

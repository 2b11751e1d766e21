import { describe, expect, it } from 'vitest';
import { consumeLoginFlag } from './login-flag.ts';

function storageOf(entries: Record<string, string>) {
  const items = new Map(Object.entries(entries));
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => void items.delete(key),
  };
}

describe('consumeLoginFlag', () => {
  it('returns true once and removes the flag', () => {
    const storage = storageOf({ openLoginModal: 'true', theme: 'dark' });
    expect(consumeLoginFlag(storage)).toBe(true);
    expect(consumeLoginFlag(storage)).toBe(false);
    expect([...storage.items.keys()]).toEqual(['theme']);
  });
  it('ignores any other value', () => {
    expect(consumeLoginFlag(storageOf({ openLoginModal: 'false' }))).toBe(false);
  });
  it('returns false if the browser blocks storage', () => {
    const forbidden = () => {
      throw new Error('SecurityError');
    };
    expect(consumeLoginFlag({ getItem: forbidden, removeItem: forbidden })).toBe(false);
  });
});

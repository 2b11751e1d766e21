import { describe, expect, it } from 'vitest';
import { isHandle } from '../../contract/handle-rules.ts';
import { planForHandle } from '../../contract/plans.ts';
import { longerHandle } from './longer-handle.ts';

describe('longerHandle', () => {
  it.each(['a', 'ab', 'abcd', 'abcde', 'abcdefghij'])('makes a free handle out of %s', (handle) => {
    const longer = longerHandle(handle);
    expect(longer.startsWith(handle)).toBe(true);
    expect(isHandle(longer)).toBe(true);
    expect(planForHandle(longer)).toBe('Free');
  });
});

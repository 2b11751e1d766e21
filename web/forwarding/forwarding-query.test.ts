import { describe, expect, it } from 'vitest';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import { statusOf, stillDeliveringTo } from './forwarding-query.ts';

const verified: Forwarding = {
  id: 1,
  version: 'one',
  handle: 'ada.lovelace',
  handle_id: 7,
  forwarding_email: 'ada@example.test',
  active: 1,
  isActive: true,
  deliveringTo: 'ada@example.test',
};

describe('statusOf', () => {
  it.each([
    ['none', undefined],
    ['verified', verified],
    ['pending', { ...verified, active: 0 as const }],
    ['off', { ...verified, isActive: false }],
    ['off', { ...verified, active: 0 as const, isActive: false }],
  ])('returns "%s" as the status of a forwarding record', (status, record) => {
    expect(statusOf(record)).toBe(status);
  });
});

describe('stillDeliveringTo', () => {
  it('returns the previous address while the new one is unverified', () => {
    const replaced = { ...verified, forwarding_email: 'new@example.test', active: 0 as const };
    expect(stillDeliveringTo(replaced)).toBe('ada@example.test');
  });
  it('returns null if mail goes to the shown address or nowhere, or if forwarding is off', () => {
    expect(stillDeliveringTo(verified)).toBeNull();
    expect(stillDeliveringTo({ ...verified, active: 0, deliveringTo: null })).toBeNull();
    expect(stillDeliveringTo({ ...verified, forwarding_email: 'n@example.test', isActive: false })).toBeNull();
  });
});

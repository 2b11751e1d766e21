import { expect, it } from 'vitest';
import { isEntitled } from './entitlement.ts';

it.each([
  ['alice', 'active', true],
  ['alice', 'resting', false],
  ['alice', 'suspended', false],
  ['alice-in-wonderland', 'active', false],
])('the handle %s in the state %s can send: %s', (handle, state, expected) => {
  expect(isEntitled({ handle, state }, 'sending')).toBe(expected);
});

import { expect, it } from 'vitest';
import { isEntitled } from './entitlement.ts';

it.each([
  ['alice', 'active', null, true],
  ['alice', 'resting', null, false],
  ['alice', 'suspended', null, false],
  ['alice-in-wonderland', 'active', null, false],
  ['alice-in-wonderland', 'active', 'Plus', true],
  ['alice-in-wonderland', 'suspended', 'Plus', false],
] as const)('the handle %s in the state %s with the common plan %s can send: %s', (handle, state, common, expected) => {
  expect(isEntitled({ handle, state, common_features: common }, 'sending')).toBe(expected);
});

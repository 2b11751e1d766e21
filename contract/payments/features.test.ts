import { expect, it } from 'vitest';
import { FEATURES, planHasFeature } from './features.ts';
import type { Plan } from './plans.ts';

it('handles have the features of their length, or of the common plan if that is larger', () => {
  const featuresOf = (handle: string, common?: Plan) =>
    Object.keys(FEATURES).filter((feature) => planHasFeature(handle, feature as keyof typeof FEATURES, common));
  expect(featuresOf('alice-in-wonderland')).toEqual([]);
  expect(featuresOf('alice')).toEqual(['sending', 'auto-reply', 'priority-support']);
  const all = ['sending', 'auto-reply', 'priority-support', 'teams', 'analytics', 'phone-support'];
  expect(featuresOf('al')).toEqual(all);
  expect(featuresOf('a')).toEqual(all);
  expect(featuresOf('alice-in-wonderland', 'Plus')).toEqual(featuresOf('alice'));
  expect(featuresOf('alice', 'Deluxe')).toEqual(all);
  expect(featuresOf('al', 'Plus')).toEqual(all);
  expect(featuresOf('alice', 'Free')).toEqual(featuresOf('alice'));
});

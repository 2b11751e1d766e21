import { expect, it } from 'vitest';
import { FEATURES, planHasFeature } from './features.ts';

it('paid plans have their features by the length of the handle', () => {
  const featuresOf = (handle: string) =>
    Object.keys(FEATURES).filter((feature) => planHasFeature(handle, feature as keyof typeof FEATURES));
  expect(featuresOf('alice-in-wonderland')).toEqual([]);
  expect(featuresOf('alice')).toEqual(['sending', 'auto-reply', 'priority-support']);
  const all = ['sending', 'auto-reply', 'priority-support', 'teams', 'analytics', 'phone-support'];
  expect(featuresOf('al')).toEqual(all);
  expect(featuresOf('a')).toEqual(all);
});

import { expect, it } from 'vitest';
import { addedFeatures } from './plan-features.ts';

it('lists what a plan adds to the plan below it', () => {
  expect(addedFeatures('Free', undefined, null)).toEqual([]);
  expect(addedFeatures('Plus', 'Free', null)).toEqual([
    'Send email from your handle',
    'Custom auto-replies',
    'Priority support',
  ]);
  expect(addedFeatures('Deluxe', 'Plus', null)).toEqual(['Team management', 'Analytics', 'Phone support']);
  expect(addedFeatures('Vanity', 'Deluxe', null)).toEqual([]);
});

it('lists the features that every handle has with the Free plan only', () => {
  const ofPlus = addedFeatures('Plus', 'Free', null);
  expect(addedFeatures('Free', undefined, 'Plus')).toEqual(ofPlus);
  expect(addedFeatures('Plus', 'Free', 'Plus')).toEqual([]);
  expect(addedFeatures('Deluxe', 'Plus', 'Plus')).toEqual(addedFeatures('Deluxe', 'Plus', null));
  expect(addedFeatures('Deluxe', 'Plus', 'Vanity')).toEqual([]);
});

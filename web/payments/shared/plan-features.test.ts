import { expect, it } from 'vitest';
import { addedFeatures } from './plan-features.ts';

it('lists what a plan adds to the plan below it', () => {
  expect(addedFeatures('Free')).toEqual([]);
  expect(addedFeatures('Plus')).toEqual(['Send email from your handle', 'Custom auto-replies', 'Priority support']);
  expect(addedFeatures('Deluxe', 'Plus')).toEqual(['Team management', 'Analytics', 'Phone support']);
  expect(addedFeatures('Vanity', 'Deluxe')).toEqual([]);
});

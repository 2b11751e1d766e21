import { type Feature, planHasFeature } from '../../contract/payments/features.ts';

/**
 * Returns whether a handle has a feature now: its plan includes the feature, and the handle is active, which for a paid
 * plan means that it is paid for. Settings of a feature are kept while the handle lacks it.
 */
export function isEntitled({ handle, state }: { handle: string; state: string }, feature: Feature): boolean {
  return state === 'active' && planHasFeature(handle, feature);
}

import { type Feature, planHasFeature } from '../../../contract/payments/features.ts';

/**
 * Returns whether a handle has a feature now: its plan has it, and the handle is active, which for a paid plan means that it is
 * paid for. What the handle set up is kept while it has not.
 */
export function isEntitled({ handle, state }: { handle: string; state: string }, feature: Feature): boolean {
  return state === 'active' && planHasFeature(handle, feature);
}

import { type Feature, planHasFeature } from '../../contract/payments/features.ts';

/**
 * Returns whether a handle has a feature now: its plan has it, and the handle is active, which for a paid plan means that it
 * is paid for. Without the feature, its settings are kept.
 */
export function isEntitled({ handle, state }: { handle: string; state: string }, feature: Feature): boolean {
  return state === 'active' && planHasFeature(handle, feature);
}

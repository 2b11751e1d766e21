import { type CommonFeatures, type Feature, planHasFeature } from '../../contract/payments/features.ts';

/** A handle with the plan whose features every handle has, which queries read as `COMMON_FEATURES`. */
export interface FeaturedHandle {
  handle: string;
  common_features: CommonFeatures;
}

/**
 * Returns whether a handle has a feature now: its plan or the site includes the feature, and the handle is active, which
 * for a paid plan means that it is paid for. Settings of a feature are kept while the handle lacks it.
 */
export function isEntitled(
  { handle, state, common_features: common }: FeaturedHandle & { state: string },
  feature: Feature,
): boolean {
  return state === 'active' && planHasFeature(handle, feature, common);
}

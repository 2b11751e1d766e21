import {
  type CommonFeatures,
  type Feature,
  featurePlan,
  includesFeature,
} from '../../../contract/payments/features.ts';
import type { Plan } from '../../../contract/payments/plans.ts';

const NAMES: Record<Feature, string> = {
  sending: 'Send email from your handle',
  'auto-reply': 'Custom auto-replies',
  'priority-support': 'Priority support',
  teams: 'Team management',
  analytics: 'Analytics',
  'phone-support': 'Phone support',
};

/** Returns the names of the features that a plan adds to the plan below it, or to none. Every handle has the common ones. */
export function addedFeatures(plan: Plan, below: Plan | undefined, common: CommonFeatures): string[] {
  const has = (one: Plan, feature: Feature) => includesFeature(featurePlan(one, common), feature);
  return (Object.keys(NAMES) as Feature[])
    .filter((feature) => has(plan, feature) && !(below && has(below, feature)))
    .map((feature) => NAMES[feature]);
}

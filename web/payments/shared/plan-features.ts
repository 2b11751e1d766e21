import { FEATURES, type Feature } from '../../../contract/payments/features.ts';
import type { Plan } from '../../../contract/payments/plans.ts';

const NAMES: Record<Feature, string> = {
  sending: 'Send email from your handle',
  'auto-reply': 'Custom auto-replies',
  'priority-support': 'Priority support',
  teams: 'Team management',
  analytics: 'Analytics',
  'phone-support': 'Phone support',
};

/** Returns the names of the features that a plan adds to the plan below it, or to none. */
export function addedFeatures(plan: Plan, below: Plan = 'Free'): string[] {
  const has = (one: Plan, feature: Feature) => (FEATURES[feature] as readonly Plan[]).includes(one);
  return (Object.keys(NAMES) as Feature[])
    .filter((feature) => has(plan, feature) && !has(below, feature))
    .map((feature) => NAMES[feature]);
}

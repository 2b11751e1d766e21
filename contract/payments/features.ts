import { PLANS, type Plan, planForHandle } from './plans.ts';

/**
 * The features that paid plans add to a handle. A handle has a feature while it is active; on a paid plan, that means
 * while it is paid for.
 */
export const FEATURES = {
  sending: ['Plus', 'Deluxe', 'Vanity'],
  'auto-reply': ['Plus', 'Deluxe', 'Vanity'],
  'priority-support': ['Plus', 'Deluxe', 'Vanity'],
  teams: ['Deluxe', 'Vanity'],
  analytics: ['Deluxe', 'Vanity'],
  'phone-support': ['Deluxe', 'Vanity'],
} as const satisfies Record<string, readonly Plan[]>;
export type Feature = keyof typeof FEATURES;
/** A plan whose handles can send. */
export type SendingPlan = (typeof FEATURES)['sending'][number];

/** The plan whose features every handle has; null or undefined if each handle has those of its own plan. */
export type CommonFeatures = Plan | null | undefined;

/** Returns the plan whose features the handles of a plan have: the plan itself, or the common one if that is larger. */
export function featurePlan(plan: Plan, common: CommonFeatures): Plan {
  return common && PLANS.indexOf(common) > PLANS.indexOf(plan) ? common : plan;
}

/** Returns whether a plan includes a feature. */
export function includesFeature(plan: Plan, feature: Feature): boolean {
  return (FEATURES[feature] as readonly Plan[]).includes(plan);
}

/** Returns whether a handle has a feature, by its own plan or by the common one. */
export function planHasFeature(handle: string, feature: Feature, common: CommonFeatures): boolean {
  return includesFeature(featurePlan(planForHandle(handle), common), feature);
}

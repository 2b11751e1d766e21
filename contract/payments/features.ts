import { type Plan, planForHandle } from './plans.ts';

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

/** Returns whether the plan of a handle has a feature. */
export function planHasFeature(handle: string, feature: Feature): boolean {
  return (FEATURES[feature] as readonly Plan[]).includes(planForHandle(handle));
}

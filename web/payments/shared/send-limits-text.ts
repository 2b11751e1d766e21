import type { Site } from '../../../contract/documents.ts';
import { featurePlan, type SendingPlan } from '../../../contract/payments/features.ts';
import type { Plan } from '../../../contract/payments/plans.ts';
import { firstWeekLimits } from '../../../contract/sending/send-limits.ts';

/**
 * Returns how many recipients a handle of a plan may write to, and how many in its first week; undefined for a plan
 * without sending.
 */
export function sendLimitsText(
  plan: Plan,
  { sendLimits, commonFeatures }: Pick<Site, 'sendLimits' | 'commonFeatures'>,
): string | undefined {
  const limits = sendLimits?.[featurePlan(plan, commonFeatures) as SendingPlan];
  if (!limits) return undefined;
  const first = firstWeekLimits(limits);
  return `Sends to ${limits.hour} people an hour and ${limits.day} a day; in its first week, to ${first.hour} and ${first.day}`;
}

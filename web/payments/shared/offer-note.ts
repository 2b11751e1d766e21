import type { Site } from '../../../contract/documents.ts';
import { type Plan, type Price, plansFromLength } from '../../../contract/payments/plans.ts';

const LENGTHS: Record<Plan, string> = {
  Free: 'over 10 letters',
  Plus: '5 to 10 letters',
  Deluxe: '2 to 4 letters',
  Vanity: 'one letter',
};

/** Returns which lengths of handles are not offered, from the prices of the offered plans; undefined if all are. */
export function offerNote(
  prices: readonly Price[],
  { minimumLength = 1 }: Pick<Site, 'minimumLength'>,
): string | undefined {
  const missing = plansFromLength(minimumLength).filter((plan) => !prices.some(({ name }) => name === plan));
  const lengths = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(missing.map((plan) => LENGTHS[plan]));
  const notes = [
    ...(minimumLength > 1 ? [`A handle has at least ${minimumLength} characters here.`] : []),
    ...(missing.length > 0 ? [`Handles of ${lengths} are not offered here.`] : []),
  ];
  return notes.length > 0 ? notes.join(' ') : undefined;
}

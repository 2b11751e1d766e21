import { formatUtcDay } from '../dates.ts';
import type { PriceRise } from './packages.ts';

/** Returns the text that an administrator confirms before the price of a plan rises. */
export function priceRiseText({ plan, before, after, emails, from }: PriceRise): string {
  const owners =
    emails === 1 ? '1 person has a paid handle on it and gets' : `${emails} people have paid handles on it and get`;
  return `The ${plan} plan rises from $${before.toFixed(2)} to $${after.toFixed(2)} a year. ${owners} an email; they renew at the old price until ${formatUtcDay(from)}.`;
}

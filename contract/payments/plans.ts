export const PLANS = ['Free', 'Plus', 'Deluxe', 'Vanity'] as const;
export type Plan = (typeof PLANS)[number];

/** Returns the plan for a handle of this length: 1 Vanity, 2-4 Deluxe, 5-10 Plus, 11 and more Free. */
export function planForLength(length: number): Plan {
  if (length <= 1) return 'Vanity';
  if (length <= 4) return 'Deluxe';
  if (length <= 10) return 'Plus';
  return 'Free';
}

export function planForHandle(handle: string): Plan {
  return planForLength(handle.length);
}

/** Returns the plans to which handles of at least this length belong. */
export function plansFromLength(minimum: number): Plan[] {
  const longest = planForLength(minimum);
  return PLANS.slice(0, PLANS.indexOf(longest) + 1);
}

/** Maximum number of handles that may forward to one inbox, counted separately for each plan. */
export const FORWARDERS_PER_INBOX: Record<Plan, number> = {
  Free: 2,
  Plus: 5,
  Deluxe: Number.POSITIVE_INFINITY,
  Vanity: Number.POSITIVE_INFINITY,
};

export interface Price {
  name: Plan;
  /** In US dollars a year. */
  price_yearly_usd_now: number;
  price_yearly_usd_full: number;
}

/** Prices used while the current prices cannot be loaded, and for a standard package that was deleted or renamed. */
export const FALLBACK_PRICES: Price[] = [
  { name: 'Free', price_yearly_usd_now: 0, price_yearly_usd_full: 0 },
  { name: 'Plus', price_yearly_usd_now: 4.99, price_yearly_usd_full: 9.99 },
  { name: 'Deluxe', price_yearly_usd_now: 49.99, price_yearly_usd_full: 99.99 },
  { name: 'Vanity', price_yearly_usd_now: 499.99, price_yearly_usd_full: 999.99 },
];

/** Returns whether a handle at this price needs no payment. */
export function isFree({ price_yearly_usd_now: now }: Pick<Price, 'price_yearly_usd_now'>): boolean {
  return now === 0;
}

/** Returns the discount in percent, rounded; 0 if there is no discount. */
export function percentOff(price: Pick<Price, 'price_yearly_usd_now' | 'price_yearly_usd_full'>): number {
  const { price_yearly_usd_now: now, price_yearly_usd_full: full } = price;
  if (full <= 0 || now >= full) return 0;
  return Math.round(((full - now) / full) * 100);
}

/** Days for which a handle continues to work after its paid year has ended. */
export const GRACE_DAYS = 30;

/** Days after a payment during which it is refunded on request. */
export const GUARANTEE_DAYS = 30;
export const GUARANTEE = `${GUARANTEE_DAYS} days money-back guarantee`;

/** Number of years for which a handle renews at the price of its first payment. */
export const LOCK_YEARS = 2;
export const PRICE_LOCK = `${LOCK_YEARS}-year price lock`;

/** Months during which no one else can claim an ended handle, because the new owner would get mail for the old one. */
export const REST_MONTHS = 12;

/** Adds years to a date; 29 February becomes 1 March. */
export function yearsAfter(moment: Date, years: number): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

/**
 * Returns whether the owner can pay for another year. Payment is possible at most one year ahead, so no price is locked
 * for longer.
 */
export function isDueForRenewal(paidUntil: Date, now: Date): boolean {
  return paidUntil <= yearsAfter(now, 1);
}

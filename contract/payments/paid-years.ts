/** Days for which a handle still works after its paid year has ended. */
export const GRACE_DAYS = 30;

/** Adds years to a date; 29 February becomes 1 March. */
export function yearsAfter(moment: Date, years: number): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

/** Returns whether another year can be paid for: a handle is paid for at most one year ahead, so that no price is locked for longer. */
export function isDueForRenewal(paidUntil: Date, now: Date): boolean {
  return paidUntil <= yearsAfter(now, 1);
}

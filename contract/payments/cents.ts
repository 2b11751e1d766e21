/** Formats cents as US dollars in PayPal's notation: 499 is '4.99'. */
export function formatDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Returns an amount in US dollars as cents; null if it is not an amount or contains a fraction of a cent. */
export function parseCents(amount: string | number): number | null {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(String(amount))) return null;
  return Math.round(Number(amount) * 100);
}

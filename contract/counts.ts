const counts = new Intl.NumberFormat('en-US');

/** Formats a count as `1,234,567`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

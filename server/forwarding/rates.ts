import type { Rates } from '../../mail/ports.ts';

/** Counts within this process, by the start of each span. */
export function createRates(): Rates {
  const counts = new Map<string, { span: number; count: number }>();
  return {
    take(key, most, seconds) {
      const span = Math.floor(Date.now() / 1000 / seconds);
      const known = counts.get(key);
      const count = known?.span === span ? known.count + 1 : 1;
      counts.set(key, { span, count });
      return count <= most;
    },
  };
}

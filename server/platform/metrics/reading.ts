import { withTimeout } from '../with-timeout.ts';
import { counter, type Figure, gauge } from './registry.ts';

/** Milliseconds for which figures are served again, so that several scrapers cost as much as one. */
const FRESH_MS = 5000;
/** Milliseconds after which a scrape is completed without these figures. */
const TIMEOUT_MS = 3000;

const failures = counter('nameplate_scrape_errors_total', 'Readings that failed during a scrape', ['source']);

/** Values by the name of the metric. A metric that is missing here has no values in the scrape. */
export type Figures = Record<string, Figure[]>;

/** Metrics that are read together, for example with one database query. */
export interface Reading {
  /** Reads the figures with this function from now on, or no longer if it is undefined. */
  use(read: (() => Promise<Figures>) | undefined): void;
}

/**
 * Declares gauges that one function reads at each scrape, at most once in five seconds. If the function fails or is
 * slow, their values are absent and `nameplate_scrape_errors_total` increases; the rest of the scrape is not affected.
 */
export function reading(source: string, gauges: { name: string; help: string; labels?: string[] }[]): Reading {
  let read: (() => Promise<Figures>) | undefined;
  let current: { figures: Promise<Figures>; at: number } | undefined;
  // Prometheus sees no increase in a series that begins at 1.
  failures.inc({ source }, 0);

  async function attempt(use: () => Promise<Figures>): Promise<Figures> {
    try {
      return await withTimeout(use(), TIMEOUT_MS, timedOut);
    } catch {
      failures.inc({ source });
      return {};
    }
  }

  function figures(): Promise<Figures> {
    if (!read) return Promise.resolve({});
    const now = performance.now();
    if (!current || now - current.at >= FRESH_MS) current = { figures: attempt(read), at: now };
    return current.figures;
  }

  for (const { name, help, labels = [] } of gauges) {
    gauge(name, help, labels, async () => (await figures())[name] ?? []);
  }
  return {
    use(given) {
      read = given;
      current = undefined;
    },
  };
}

function timedOut(): never {
  throw new Error('Timeout');
}

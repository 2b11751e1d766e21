import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process, including the default ones of prom-client once `measureProcess` was called. */
export const registry = new Registry();
const registers = [registry];

/** Upper bounds in seconds, from a cached response to the timeout of a mail server. */
const DURATION_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** Milliseconds between two samples of the event loop's delay; prom-client's default of 10 wakes an idle process a hundred times a second. */
const EVENT_LOOP_SAMPLE_MS = 50;

/** The value of a metric, for one combination of labels. */
export interface Figure {
  labels?: Record<string, string>;
  value: number;
}

/** All metrics of a process, in the form sent to its parent. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Creates a counter. Labels must have few values: never a handle, an address or a host. */
export function counter<Label extends string = never>(
  name: string,
  help: string,
  labelNames: Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers });
}

/** Creates a histogram of durations in seconds. */
export function durations<Label extends string = never>(
  name: string,
  help: string,
  labelNames: Label[] = [],
): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets: DURATION_BUCKETS, registers });
}

/**
 * Creates a gauge that `read` fills at each scrape. A figure that `read` does not return is absent, not 0. `aggregator`
 * states how the figures of several mail processes are combined.
 */
export function gauge(
  name: string,
  help: string,
  labelNames: string[],
  read: () => Figure[] | Promise<Figure[]>,
  aggregator: 'sum' | 'max' | 'min' = 'sum',
): Gauge {
  return new Gauge({
    name,
    help,
    labelNames,
    registers,
    aggregator,
    async collect() {
      const figures = await read();
      this.reset();
      if (labelNames.length === 0 && figures.length === 0) this.remove();
      for (const { labels = {}, value } of figures) this.set(labels, value);
    },
  });
}

/** Creates a counter whose totals are counted elsewhere as plain numbers and read at each scrape. */
export function countedElsewhere(name: string, help: string, labelNames: string[], read: () => Figure[]): Counter {
  return new Counter({
    name,
    help,
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { labels = {}, value } of read()) this.inc(labels, value);
    },
  });
}

let measured = false;

async function readValue(name: string): Promise<number> {
  return (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? Number.NaN;
}

// Reports the process that is nearest to its limit, because sums over several processes would hide it.
gauge(
  'nameplate_open_files_ratio',
  'Open file descriptors as a share of the limit, where the system counts them',
  [],
  async () => {
    const value = (await readValue('process_open_fds')) / (await readValue('process_max_fds'));
    return Number.isFinite(value) ? [{ value }] : [];
  },
  'max',
);

/** Starts to measure memory, CPU time, garbage collection, file descriptors and the event loop of this process. */
export function measureProcess(): void {
  if (measured) return;
  measured = true;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
}

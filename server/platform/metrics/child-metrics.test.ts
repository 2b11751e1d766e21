import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';
import { ChildMetrics, exposition } from './child-metrics.ts';
import { counter, durations, gauge, type MetricValues, registry } from './registry.ts';

const mails = counter('test_mails_total', 'Mails', ['outcome']);
const seconds = durations('test_seconds', 'Seconds');
let open = 1;
gauge('test_open', 'Open', [], () => [{ value: open }]);

/** Sets the counts of this file to 0. Those of other modules in the process stay, because their tests use them. */
function reset(): void {
  mails.reset();
  seconds.reset();
}

/** A child process with figures like those of this process; `answers: false` is one whose event loop is blocked. */
class Child extends EventEmitter {
  connected = true;
  answers = true;
  values: MetricValues;
  constructor(values: MetricValues) {
    super();
    this.values = values;
  }
  send({ metrics }: { metrics: number }): void {
    // As the channel between processes does.
    const values = structuredClone(this.values);
    if (this.answers) queueMicrotask(() => this.emit('message', { metrics, values }));
  }
}

/** Returns the figures of a process that counted this many emails and has this many sessions. */
async function figures(mailCount: number, sessions: number): Promise<MetricValues> {
  reset();
  mails.inc({ outcome: 'delivered' }, mailCount);
  for (let count = 0; count < mailCount; count++) seconds.observe(0.01);
  open = sessions;
  const values = await registry.getMetricsAsJSON();
  const plain = values.map(({ name, help, type, aggregator, values }) => ({ name, help, type, aggregator, values }));
  return structuredClone(plain) as MetricValues;
}

let one: Child;
let other: Child;
let children: ChildMetrics;
beforeEach(async () => {
  [one, other] = [new Child(await figures(5, 2)), new Child(await figures(7, 3))];
  children = new ChildMetrics();
  for (const child of [one, other]) children.add(child as unknown as ChildProcess);
  reset();
  mails.inc({ outcome: 'delivered' }, 1);
  open = 1;
});

const scrape = async () => exposition(await children.collect());

it('adds the figures of child processes to those of their parent', async () => {
  const text = await scrape();
  expect(text).toContain('\ntest_mails_total{outcome="delivered"} 13\n');
  expect(text).toContain('\ntest_seconds_count 12\n');
  expect(text).toContain('\ntest_seconds_bucket{le="0.025"} 12\n');
  expect(text).toContain('\ntest_open 6\n');
});

it('keeps the counts of a child that ended, but not its gauges', async () => {
  await scrape();
  one.emit('exit');
  one.values = await figures(100, 100);
  reset();
  mails.inc({ outcome: 'delivered' }, 1);
  open = 1;
  for (let time = 0; time < 2; time++) {
    const text = await scrape();
    expect(text).toContain('\ntest_mails_total{outcome="delivered"} 13\n');
    expect(text).toContain('\ntest_seconds_count 12\n');
    expect(text).toContain('\ntest_open 4\n');
  }
});

it('uses the last figures of a child that does not respond in time or is disconnected', async () => {
  await scrape();
  one.answers = false;
  other.connected = false;
  vi.useFakeTimers();
  const late = scrape();
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  expect(await late).toContain('\ntest_mails_total{outcome="delivered"} 13\n');
});

import { expect, it, vi } from 'vitest';
import { reading } from './reading.ts';
import { counter, registry } from './registry.ts';

const depth = reading('test', [
  { name: 'test_depth', help: 'Depth' },
  { name: 'test_by_state', help: 'By state', labels: ['state'] },
]);
const others = counter('test_others_total', 'Others');

const figures = (value: number) => ({
  test_depth: [{ value }],
  test_by_state: [{ labels: { state: 'due' }, value }],
});

/** Counts the failed readings of this file; other modules in the process also have readings. */
async function failures(): Promise<number> {
  const counted = await registry.getSingleMetric('nameplate_scrape_errors_total')?.get();
  return counted?.values.find(({ labels }) => labels.source === 'test')?.value ?? Number.NaN;
}

it('reads once for all gauges and scrapers, and again once the figures are old', async () => {
  const read = vi.fn(async () => figures(3));
  depth.use(read);
  const now = vi.spyOn(performance, 'now');
  now.mockReturnValue(10_000);
  const scrapes = await Promise.all([registry.metrics(), registry.metrics()]);
  now.mockReturnValue(14_999);
  scrapes.push(await registry.metrics());
  for (const text of scrapes) {
    expect(text).toContain('\ntest_depth 3\n');
    expect(text).toContain('\ntest_by_state{state="due"} 3\n');
  }
  expect(read).toHaveBeenCalledTimes(1);
  now.mockReturnValue(15_000);
  await registry.metrics();
  expect(read).toHaveBeenCalledTimes(2);
  now.mockRestore();
});

it.each([
  ['fails', async () => Promise.reject(new Error('no database'))],
  ['never ends', () => new Promise<never>(() => {})],
])('omits the figures, rather than reporting 0, if the query %s, and keeps the rest of the scrape', async (_, read) => {
  vi.useFakeTimers();
  depth.use(async () => figures(3));
  await registry.metrics();
  depth.use(read);
  others.inc();
  const before = await failures();
  const counted = (await others.get()).values[0]?.value;
  const scrape = registry.metrics();
  await vi.advanceTimersByTimeAsync(3000);
  const text = await scrape;
  vi.useRealTimers();
  expect(text).not.toMatch(/^test_(depth|by_state)/m);
  expect(text).toContain(`\ntest_others_total ${counted}\n`);
  expect(await failures()).toBe(before + 1);
});

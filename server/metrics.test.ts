import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
// Loads every module that declares metrics.
import './start.ts';
// Runs in child processes unless MAIL_PROCESSES is 0.
import './mail/role.ts';
import { measureProcess, registry } from './platform/metrics/registry.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

measureProcess();
const metrics = new Map(
  registry
    .getMetricsAsArray()
    .map((metric) => [metric.name, metric as unknown as { type: string; labelNames: string[] }]),
);
const own = [...metrics.keys()].filter((name) => name.startsWith('nameplate_'));

/** Returns the metric that exports a series; a histogram has three series. */
function metricOf(series: string) {
  const [, base = ''] = /^(.*)_(?:bucket|sum|count)$/.exec(series) ?? [];
  return metrics.get(series) ?? (metrics.get(base)?.type === 'histogram' ? metrics.get(base) : undefined);
}

/** Labels that Prometheus adds. */
const ADDED = ['le', 'instance', 'job'];

describe.each(['ops/grafana/nameplate.json', 'ops/prometheus/alerts.yaml'])('%s', (file) => {
  const text = read(file).replaceAll('\\"', '"');
  const series = [...new Set(text.match(/\b(?:nameplate|nodejs|process)_\w+/g))];

  it('refers only to exported metrics', () => {
    expect(series.length).toBeGreaterThan(10);
    expect(series.filter((name) => !metricOf(name))).toEqual([]);
  });

  it('selects only by labels that the metrics have', () => {
    const selectors = [...text.matchAll(/\b((?:nameplate|nodejs|process)_\w+)\{([^}]*)\}/g)];
    expect(selectors.length).toBeGreaterThan(3);
    const unknown = selectors.flatMap(([, name = '', labels = '']) =>
      [...labels.matchAll(/(\w+)\s*[=!]~?"/g)].filter(
        ([, label = '']) => !ADDED.includes(label) && !metricOf(name)?.labelNames.includes(label),
      ),
    );
    expect(unknown).toEqual([]);
    const groups = [...text.matchAll(/ by \(([\w, ]+)\) \((?:\w+\()*(nameplate_\w+)/g)];
    expect(groups.length).toBeGreaterThan(2);
    const wrong = groups.flatMap(([, labels = '', name = '']) =>
      labels.split(', ').filter((label) => !ADDED.includes(label) && !metricOf(name)?.labelNames.includes(label)),
    );
    expect(wrong).toEqual([]);
  });
});

it('exports all label values of alerting counters from the start', async () => {
  const values = await registry.getMetricsAsJSON();
  const increases = [...read('ops/prometheus/alerts.yaml').matchAll(/increase\((nameplate_\w+)/g)].map(
    ([, name]) => name,
  );
  const labels = (name = '') =>
    values.find((metric) => metric.name === name)?.values.map((figure) => Object.values(figure.labels).join()) ?? [];
  const exported = Object.fromEntries(increases.map((name = '') => [name, labels(name).sort()]));
  expect(exported).toEqual({
    nameplate_mail_alarms_total: ['mailbox-full', 'reputation', 'tls'],
    nameplate_processes_replaced_total: ['mail', 'main'],
    nameplate_scrape_errors_total: expect.arrayContaining(['jobs']),
  });
});

it('tests in ops/prometheus/alerts-test.yaml when every alert rule fires and when it does not', () => {
  const rules = [...read('ops/prometheus/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const tests = read('ops/prometheus/alerts-test.yaml');
  const quiet = [...tests.matchAll(/alertname: (\w+), eval_time: \w+, exp_alerts: \[\]/g)].map(([, name]) => name);
  const fires = [...tests.matchAll(/alertname: (\w+)\n.*\n +exp_alerts:\n/g)].map(([, name]) => name);
  expect([quiet, fires]).toEqual([rules, rules]);
});

it('has a dashboard in JSON with a query in every panel', () => {
  const { panels } = JSON.parse(read('ops/grafana/nameplate.json'));
  for (const panel of panels) {
    if (panel.type !== 'row') expect(panel.targets[0].expr, panel.title).toMatch(/\w/);
  }
  const shown = new Set(read('ops/grafana/nameplate.json').match(/\bnameplate_\w+/g));
  // Every one of our metrics has a panel.
  expect(own.filter((name) => ![...shown].some((series) => series.startsWith(name)))).toEqual([]);
});

it('documents all our metrics with their labels, and no others, in docs/operate.md', () => {
  const rows = new Map(
    [...read('docs/operate.md').matchAll(/^\| `(nameplate_\w+)` \| ([^|]*)\|/gm)].map(([, name = '', labels = '']) => [
      name,
      (labels.match(/`(\w+)`/g) ?? []).map((label) => label.slice(1, -1)),
    ]),
  );
  expect([...rows.keys()].sort()).toEqual(own.sort());
  for (const name of own) expect(rows.get(name), name).toEqual(metrics.get(name)?.labelNames);
});

import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS } from '../../tools/chromium.ts';
import { median } from '../print-tables.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

export interface Audit {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** Milliseconds, except for the layout shift, which has no unit. */
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  /** Bytes of scripts on the wire, including headers. */
  script: number;
  /** Lighthouse's benchmark index of the machine. Below 1000 Lighthouse considers a machine slow. */
  power: number;
  /** The failed audits of the run with the median performance: id, title, and the first elements or files. */
  faults: string[];
}

/** Runs Lighthouse with its default profile (a slow phone, simulated throttling). Each number is the median of `runs`. */
export async function audit(url: string, chromium: string, runs: number): Promise<Audit> {
  const results: Audit[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await auditOnce(url, chromium, 3));
  const middle = (read: (result: Audit) => number) => median(results.map(read));
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, middle((result) => result.scores[name])]),
  ) as Audit['scores'];
  const typical = results.find((result) => result.scores.performance === scores.performance);
  return {
    scores,
    fcp: middle(({ fcp }) => fcp),
    lcp: middle(({ lcp }) => lcp),
    tbt: middle(({ tbt }) => tbt),
    cls: middle(({ cls }) => cls),
    script: middle(({ script }) => script),
    power: middle(({ power }) => power),
    faults: typical?.faults ?? [],
  };
}

/** Starts a new browser for each run, because the cache must be empty. */
async function auditOnce(url: string, chromium: string, attempts: number): Promise<Audit> {
  const browser = await launch({
    chromePath: chromium,
    chromeFlags: ['--headless=new', ...CHROMIUM_FLAGS],
    logLevel: 'silent',
  });
  try {
    const ran = await lighthouse(url, { port: browser.port, logLevel: 'silent', onlyCategories: [...CATEGORIES] });
    if (!ran) throw new Error(`Lighthouse returned no result for ${url}`);
    const { runtimeError } = ran.lhr;
    if (!runtimeError) return read(ran.lhr);
    if (attempts <= 1) throw new Error(`${url}: ${runtimeError.message}`);
  } finally {
    browser.kill();
  }
  // On a busy machine Lighthouse sometimes misses the start of the trace.
  return auditOnce(url, chromium, attempts - 1);
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function read(report: Report): Audit {
  const number = (id: string) => {
    const value = report.audits[id]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse did not measure ${id} of ${report.finalDisplayedUrl}`);
    return value;
  };
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((report.categories[name]?.score ?? 0) * 100)]),
  ) as Audit['scores'];
  return {
    scores,
    fcp: number('first-contentful-paint'),
    lcp: number('largest-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    script: itemsOf(report, 'network-requests')
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0),
    power: report.environment.benchmarkIndex,
    faults: CATEGORIES.filter((name) => scores[name] < 100).flatMap((name) => faultsOf(report, name)),
  };
}

function faultsOf(report: Report, category: Category): string[] {
  // Insights have no weight, but explain low values of the weighted metrics.
  const refs = report.categories[category]?.auditRefs ?? [];
  return refs.flatMap(({ id, weight, group }) => {
    const found = report.audits[id];
    const counts = weight > 0 || (category === 'performance' && group === 'insights');
    if (!counts || !found || found.score === null || found.score >= 0.995) return [];
    const where = itemsOf(report, id).slice(0, 4).map(describe).filter(Boolean).join(' | ');
    return [
      `${category}: ${id}: ${found.title}${found.displayValue ? ` (${found.displayValue})` : ''} ${where}`.trim(),
    ];
  });
}

interface Item {
  resourceType?: string;
  transferSize?: number;
  url?: string;
  issueType?: string;
  node?: { selector?: string };
}

function itemsOf(report: Report, id: string): Item[] {
  const items = (report.audits[id]?.details as { items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? items : [];
}

function describe({ url, node, issueType }: Item): string {
  return node?.selector ?? url ?? issueType ?? '';
}

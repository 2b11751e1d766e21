import autocannon from 'autocannon';
import { cpuUsed } from './cpu.ts';
import { median } from './report.ts';

export interface Target {
  name: string;
  url: string;
  headers: Record<string, string>;
  status: number;
  /** Of the server's process. */
  pid: number;
}

export interface Speed {
  name: string;
  /** Answers a second. */
  rate: number;
  p50: number;
  p99: number;
  /** Microseconds of the server's CPU for an answer; unlike the rate it is not bounded by the load generator. */
  cpu: number;
}

const ROUNDS = 3;

/**
 * Answers a second over kept-alive connections, and milliseconds to each. The targets take turns, so that what else the
 * machine does meanwhile falls on all of them; each number is the median of the rounds. Throws when a target answers wrongly.
 */
export async function compareSpeed(targets: Target[], seconds: number): Promise<Speed[]> {
  for (const target of targets) await load(target, 1);
  const rounds = new Map<Target, Loaded[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [target, results] of rounds) results.push(await load(target, seconds));
  }
  return [...rounds].map(([{ name }, results]) => ({
    name,
    rate: median(results.map(({ requests }) => requests.average)),
    p50: median(results.map(({ latency }) => latency.p50)),
    p99: median(results.map(({ latency }) => latency.p99)),
    cpu: median(results.map(({ cpu }) => cpu)),
  }));
}

type Loaded = autocannon.Result & { cpu: number };

async function load({ name, url, headers, status, pid }: Target, duration: number): Promise<Loaded> {
  const before = cpuUsed(pid) ?? Number.NaN;
  const result = await autocannon({ url, headers, duration, connections: 50 });
  const right = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  if (result.errors > 0 || right === 0 || right !== result.requests.total) {
    const seen = JSON.stringify(result.statusCodeStats);
    throw new Error(`${name}: wanted ${status} only, got ${seen} and ${result.errors} errors`);
  }
  return { ...result, cpu: (((cpuUsed(pid) ?? Number.NaN) - before) * 1000) / right };
}

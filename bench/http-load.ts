import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuUsed } from './cpu-time.ts';
import { findProgram } from './find-program.ts';

export interface Target {
  name: string;
  url: string;
  headers: Record<string, string>;
  status: number;
  /** Lua for wrk, such as a function `request`. */
  script?: string;
  /** The server's process. */
  pid: number;
}

/** One round of load on one target. */
export interface Load {
  /** Responses per second. */
  rate: number;
  p50: number;
  p99: number;
  /** CPU time of the server for one response, in microseconds. */
  cpu: number;
  /**
   * Percentages of one core used by the server and by the load generator. A value near 100 shows which of them limits
   * the rate.
   */
  serverBusy: number;
  generatorBusy: number;
}

/** Default number of rounds of a comparison. */
const ROUNDS = 5;
const CONNECTIONS = 50;

/** Returns the path of wrk. Throws if it is missing: a slower generator would limit the measured rate. */
export function findWrk(): string {
  const program = findProgram('wrk');
  if (program) return program;
  throw new Error(
    'wrk, which generates the load of this benchmark, is not installed: apt-get install wrk, or measure another part (--only bytes)',
  );
}

/**
 * Loads servers over kept-alive connections. The servers take turns in each round, forwards and backwards: other load
 * on the machine affects all of them, so results can be compared within a round. Throws if a target returns an
 * unexpected status.
 */
export async function compareSpeed(
  wrk: string,
  targets: Target[],
  seconds: number,
  repeats = ROUNDS,
): Promise<Load[][]> {
  for (const target of targets) {
    const { status } = await fetch(target.url, { headers: target.headers });
    if (status !== target.status) throw new Error(`${target.name}: expected ${target.status}, got ${status}`);
    await load(wrk, target, 1);
  }
  const rounds = targets.map((): Load[] => []);
  for (let round = 0; round < repeats; round += 1) {
    const turns = [...targets.entries()];
    if (round % 2 === 1) turns.reverse();
    for (const [index, target] of turns) rounds[index]?.push(await load(wrk, target, seconds));
  }
  return rounds;
}

/** wrk runs this function at the end. It reads /proc because the process exits immediately afterwards. */
const REPORT = `
function done(summary, latency)
  local stat = io.open("/proc/self/stat")
  local spent = stat and stat:read("*a") or ""
  local e = summary.errors
  print(string.format("REPORT %d %d %d %d %d %s", summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50), latency:percentile(99), spent))
end`;

async function load(
  wrk: string,
  { name, url, headers, pid, script: own = '' }: Target,
  seconds: number,
): Promise<Load> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-'));
  try {
    const script = path.join(folder, 'report.lua');
    writeFileSync(script, own + REPORT);
    const sent = Object.entries(headers).flatMap(([header, value]) => ['-H', `${header}: ${value}`]);
    const before = cpuUsed(pid) ?? Number.NaN;
    const output = await run(wrk, ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, ...sent, url]);
    const used = (cpuUsed(pid) ?? Number.NaN) - before;
    const report = /^REPORT (\d+) (\d+) (\d+) (\d+) (\d+) (?:.*\) )?(.*)$/m.exec(output);
    if (!report) throw new Error(`wrk reported nothing about ${name}:\n${output}`);
    const [requests = 0, duration = 0, errors = 0, p50 = 0, p99 = 0] = report.slice(1, 6).map(Number);
    if (errors > 0 || requests === 0) throw new Error(`${name}: ${requests} responses and ${errors} errors`);
    // Fields after the name of /proc/self/stat: utime and stime are the 12th and 13th, in hundredths of a second.
    const [utime = Number.NaN, stime = Number.NaN] = (report[6] ?? '').split(' ').slice(11, 13).map(Number);
    return {
      rate: requests / (duration / 1e6),
      p50: p50 / 1000,
      p99: p99 / 1000,
      cpu: (used * 1000) / requests,
      serverBusy: used / (duration / 1e5),
      generatorBusy: ((utime + stime) * 10) / (duration / 1e5),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`wrk ended with ${code}:\n${output}`)),
    );
  });
}

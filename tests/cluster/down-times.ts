import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Interval } from './verdict.ts';

const EVERY_MS = 50;
/** A process that accepts a connection without responding is not down, so its failed reads are reported. */
const PATIENCE_MS = 2000;

/** Continuously checks whether each process accepts connections. An interval lasts from the last response to the next. */
export class DownTimes {
  readonly intervals: Interval[][];
  #running = true;
  readonly #work: Promise<unknown>;

  constructor(ports: number[]) {
    this.intervals = ports.map(() => []);
    this.#work = Promise.all(ports.map((port, at) => this.#watch(port, this.intervals[at] ?? [])));
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#work;
  }

  async #watch(port: number, intervals: Interval[]): Promise<void> {
    let seenUp = Date.now();
    let down: Interval | null = null;
    while (this.#running) {
      const asked = Date.now();
      if (await accepts(port)) {
        if (down) down.until = Date.now();
        down = null;
        seenUp = asked;
      } else if (!down) {
        down = { from: seenUp, until: Number.POSITIVE_INFINITY };
        intervals.push(down);
      }
      await sleep(EVERY_MS);
    }
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/healthz', agent: false, timeout: PATIENCE_MS },
      (reply) => {
        reply.resume().once('close', () => resolve(true));
      },
    );
    asked.once('timeout', () => {
      resolve(true);
      asked.destroy();
    });
    asked.once('error', () => resolve(false));
    asked.end();
  });
}

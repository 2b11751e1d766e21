import type { ChildProcess } from 'node:child_process';
import { AggregatorRegistry } from 'prom-client';
import { type MetricValues, registry } from './registry.ts';

/** Gauges of an ended process are of no interest. prom-client declares types as numbers, but the values are strings. */
const isCount = ({ type }: { type: unknown }) => type === 'counter' || type === 'histogram';
/** Milliseconds in which a child process must send its figures. */
const TIMEOUT_MS = 1000;

interface Question {
  metrics: number;
}
interface Answer extends Question {
  values: MetricValues;
}

const asks = (message: unknown): message is Question => message !== null && Object(message).metrics !== undefined;
const answers = (message: unknown): message is Answer => asks(message) && 'values' in message;

/** Sends the metrics of this child process whenever its parent requests them. */
export function sendMetricsToParent(): void {
  process.on('message', async (message) => {
    if (!asks(message)) return;
    const answer: Answer = { metrics: message.metrics, values: await registry.getMetricsAsJSON() };
    // The parent may have ended in the meantime.
    if (process.connected) process.send?.(answer, () => {});
  });
}

/**
 * Collects the metrics of child processes. Counts of an ended child stay in the sum: Prometheus would take a falling
 * sum for a restart and add the counts of all other children once more. A child that does not respond in time is
 * represented by its last figures.
 */
export class ChildMetrics {
  readonly #last = new Map<ChildProcess, MetricValues>();
  #ended: MetricValues = [];
  #asked = 0;

  /** Includes a child until it exits. */
  add(child: ChildProcess): void {
    this.#last.set(child, []);
    child.once('exit', () => {
      const last = this.#last.get(child) ?? [];
      this.#last.delete(child);
      this.#ended = AggregatorRegistry.aggregate([
        this.#ended,
        last.filter(isCount),
      ]).getMetricsAsArray() as MetricValues;
    });
  }

  /** Returns the figures of all children, one list each, and those of children that ended. */
  async collect(): Promise<MetricValues[]> {
    await Promise.all([...this.#last.keys()].map((child) => this.#ask(child)));
    return [this.#ended, ...this.#last.values()];
  }

  #ask(child: ChildProcess): Promise<void> {
    this.#asked += 1;
    const question: Question = { metrics: this.#asked };
    return new Promise((done) => {
      const end = () => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', end);
        done();
      };
      const onMessage = (message: unknown) => {
        if (!answers(message) || message.metrics !== question.metrics) return;
        if (this.#last.has(child)) this.#last.set(child, message.values);
        end();
      };
      const timer = setTimeout(end, TIMEOUT_MS);
      child.on('message', onMessage);
      child.once('exit', end);
      if (child.connected) child.send(question, (error) => error && end());
      else end();
    });
  }
}

/** Returns the metrics of this process and of its children in the text format of Prometheus, summed. */
export async function exposition(children: MetricValues[] = []): Promise<string> {
  if (children.length === 0) return registry.metrics();
  return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...children]).metrics();
}

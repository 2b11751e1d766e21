import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../log/log.ts';

/** A change without a notification, such as one made by hand in the database, is seen after this time at the latest. */
const MAX_AGE_MS = 60_000;

interface LiveValueOptions<Value> {
  /** The value until the first reading. */
  initial: Value;
  read: () => Promise<Value>;
  log: Pick<Logger, 'warn'>;
  /** The log line of a reading that failed. */
  unread: { event: string; message: string };
}

/**
 * Keeps one value of the database in memory, so that its use costs no query. While the value cannot be read, the last
 * one stays.
 */
export class LiveValue<Value> {
  readonly #options: LiveValueOptions<Value>;
  readonly #timer: NodeJS.Timeout;
  #value: Value;
  /** Readings happen one after the other, so the last one stored is the newest. */
  #reading: Promise<void> = Promise.resolve();
  #stopped = false;
  readonly #listeners: (() => void)[] = [];

  constructor(options: LiveValueOptions<Value>) {
    this.#options = options;
    this.#value = options.initial;
    this.#timer = setInterval(() => this.changed(), MAX_AGE_MS).unref();
  }

  current(): Value {
    return this.#value;
  }

  /** Adds what runs after a reading that found another value. */
  onChange(run: () => void): void {
    this.#listeners.push(run);
  }

  /** Reads the value. Rejects if the database cannot be read. */
  load(): Promise<void> {
    const result = this.#reading.then(async () => {
      const before = this.#value;
      this.#value = await this.#options.read();
      if (isDeepStrictEqual(before, this.#value)) return;
      for (const tell of this.#listeners) tell();
    });
    this.#reading = result.catch(() => {});
    return result;
  }

  /** Call this for a notification of a change, and when notifications begin, because earlier ones may have been lost. */
  changed(): void {
    if (this.#stopped) return;
    const { event, message } = this.#options.unread;
    this.load().catch((error: unknown) => {
      if (!this.#stopped) this.#options.log.warn({ event, err: error }, message);
    });
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }
}

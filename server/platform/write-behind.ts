import { counter, gauge } from './metrics/registry.ts';

/** Milliseconds until the next attempt after a failed write, unless the interval is longer. */
const RETRY_MS = 1000;

/** A buffer of items that wait to be written. */
export interface Waiting<Batch> {
  /** The number of items, 0 if nothing waits. */
  readonly size: number;
  /** Items that were dropped because too many waited. The writer resets the number. */
  dropped: number;
  /** Removes and returns at most about `max` items. */
  take(max: number): Batch;
  /** Puts back a batch that could not be written, and merges it with later items. */
  restore(batch: Batch): void;
}

export interface WriteBehindOptions<Batch> {
  /** The label of the metrics. */
  name: string;
  waiting: Waiting<Batch>;
  /** Writes a batch. Items that it removes from the batch before rejecting are not restored. */
  write(batch: Batch): Promise<void>;
  /** Logs a failed write; `isRepeated` if the previous write also failed and another one follows. */
  onFailure(error: unknown, batch: Batch, isRepeated: boolean): void;
  /** Logs, after a successful write, how many items were dropped before it. */
  onDropped?(count: number): void;
  /** Milliseconds that an item waits for others. A full batch does not wait. */
  intervalMs: number;
  batchSize: number;
}

const open = new Set<{ name: string; size: number }>();
gauge('nameplate_unwritten_items', 'Items in memory that wait to be written to the database', ['buffer'], () =>
  Object.entries(Object.groupBy(open, ({ name }) => name)).map(([buffer, all = []]) => ({
    labels: { buffer },
    value: all.reduce((total, { size }) => total + size, 0),
  })),
);
const dropped = counter('nameplate_unwritten_items_dropped_total', 'Items dropped because too many waited', ['buffer']);

/**
 * Writes items in the background, in batches and one batch at a time, so that no request waits for the database. While
 * the database cannot be reached, items wait in memory up to the limit of `waiting`. If the process is killed, the
 * items of the last interval are lost.
 */
export class WriteBehind<Batch> {
  readonly #options: WriteBehindOptions<Batch>;
  #timer: NodeJS.Timeout | undefined;
  #isWriting = false;
  #hasFailed = false;
  #isStopped = false;
  /** Resolves after the writes so far, with the error of the last one. */
  #written: Promise<{ error: unknown } | undefined> = Promise.resolve(undefined);

  constructor(options: WriteBehindOptions<Batch>) {
    this.#options = options;
    open.add(this);
    dropped.inc({ buffer: options.name }, 0);
  }

  get name(): string {
    return this.#options.name;
  }

  get size(): number {
    return this.#options.waiting.size;
  }

  /** Call this after an item was added. */
  added(): void {
    const { batchSize, intervalMs } = this.#options;
    if (this.#isWriting || this.#isStopped) return;
    if (this.size >= batchSize && !this.#hasFailed) void this.#run(batchSize);
    else this.#schedule(intervalMs);
  }

  /** Writes all waiting items. Rejects if a batch cannot be written; the batch then keeps waiting. */
  async flush(): Promise<void> {
    const failure = await this.#run(1);
    if (failure) throw failure.error;
  }

  /** Writes all waiting items if the database can be reached, and ends. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#run(1);
    open.delete(this);
  }

  #schedule(after: number): void {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => void this.#run(this.#options.batchSize), after).unref();
  }

  /** Writes one batch, and further ones while at least `least` items wait. */
  #run(least: number) {
    this.#isWriting = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const written = this.#written.then(async () => {
      const failure = await this.#writeBatches(least);
      if (this.#written === written) {
        this.#isWriting = false;
        const { intervalMs } = this.#options;
        if (this.size > 0) this.#schedule(failure ? Math.max(intervalMs, RETRY_MS) : intervalMs);
      }
      return failure;
    });
    this.#written = written;
    return written;
  }

  async #writeBatches(least: number): Promise<{ error: unknown } | undefined> {
    const { waiting, write, onFailure, onDropped, batchSize } = this.#options;
    for (let needed = 1; waiting.size >= needed; needed = least) {
      const batch = waiting.take(batchSize);
      try {
        await write(batch);
      } catch (error) {
        waiting.restore(batch);
        onFailure(error, batch, this.#hasFailed && !this.#isStopped);
        this.#hasFailed = true;
        return { error };
      }
      this.#hasFailed = false;
      if (waiting.dropped > 0) {
        dropped.inc({ buffer: this.name }, waiting.dropped);
        onDropped?.(waiting.dropped);
        waiting.dropped = 0;
      }
    }
    return undefined;
  }
}

/** Waiting items by key. Of two items with the same key, the later one is written, or the result of `merge`. */
export class WaitingItems<Key, Item> implements Waiting<Map<Key, Item>> {
  dropped = 0;
  readonly #items = new Map<Key, Item>();
  readonly #max: number;
  readonly #merge: (earlier: Item, later: Item) => Item;

  constructor(max: number, merge: (earlier: Item, later: Item) => Item = (_earlier, later) => later) {
    this.#max = max;
    this.#merge = merge;
  }

  get size(): number {
    return this.#items.size;
  }

  get(key: Key): Item | undefined {
    return this.#items.get(key);
  }

  /** Returns false if the item was dropped because too many wait. */
  add(key: Key, item: Item): boolean {
    const before = this.#items.get(key);
    if (before === undefined && this.#items.size >= this.#max) {
      this.dropped += 1;
      return false;
    }
    this.#items.set(key, before === undefined ? item : this.#merge(before, item));
    return true;
  }

  delete(key: Key): void {
    this.#items.delete(key);
  }

  take(max: number): Map<Key, Item> {
    const taken = new Map<Key, Item>();
    for (const [key, item] of this.#items) {
      if (taken.size >= max) break;
      taken.set(key, item);
      this.#items.delete(key);
    }
    return taken;
  }

  restore(batch: Map<Key, Item>): void {
    for (const [key, item] of batch) {
      const later = this.#items.get(key);
      if (later === undefined) this.add(key, item);
      else this.#items.set(key, this.#merge(item, later));
    }
  }
}

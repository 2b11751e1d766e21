/** Writes the items of a batch and returns their results in the same order. A rejection applies to all of them. */
export type RunBatch<Item, Result> = (items: Item[]) => Promise<Result[]>;

export interface BatchOptions {
  maxSize: number;
  concurrency: number;
  /** Milliseconds for which an item waits for others; 0 by default. A full batch does not wait. */
  linger?: number;
  retryAlone(error: unknown): boolean;
}

/**
 * Combines many small operations into few: items that arrive while batches are running go into the next batch. Without
 * `linger`, a single item does not wait. If `retryAlone` returns true, because the error proves that nothing was done,
 * each item is retried alone, so that one bad item does not fail the others.
 */
export function createBatcher<Item, Result>(
  run: RunBatch<Item, Result>,
  { maxSize, concurrency, linger = 0, retryAlone }: BatchOptions,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve(result: Result): void; reject(error: unknown): void }[] = [];
  let running = 0;
  let isLingering = false;

  function next(): void {
    if (running >= concurrency || waiting.length === 0) return;
    if (linger === 0 || waiting.length >= maxSize) void runBatch();
    else if (!isLingering) {
      isLingering = true;
      setTimeout(() => {
        isLingering = false;
        if (running < concurrency && waiting.length > 0) void runBatch();
      }, linger);
    }
  }

  async function runBatch(): Promise<void> {
    const batch = waiting.slice(0, maxSize);
    waiting = waiting.slice(maxSize);
    running += 1;
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length === 1 || !retryAlone(error)) for (const { reject } of batch) reject(error);
      else await Promise.all(batch.map(runAlone));
    } finally {
      running -= 1;
      next();
    }
  }

  async function runAlone({ item, resolve, reject }: (typeof waiting)[number]): Promise<void> {
    try {
      const [result] = await run([item]);
      resolve(result as Result);
    } catch (error) {
      reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      next();
    });
}

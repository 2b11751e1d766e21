/** Answers, in their order, what became of the items that went together. Rejects for all of them. */
export type RunBatch<Item, Result> = (items: Item[]) => Promise<Result[]>;

/**
 * Makes many small writes one: what is asked for while others are under way goes together in the next round. Whoever
 * asks alone waits for nobody. `retryAlone` says of an error that nothing was done, so that one bad item in a group does
 * not fail the others.
 */
export function createBatcher<Item, Result>(
  run: RunBatch<Item, Result>,
  { most, atOnce, retryAlone }: { most: number; atOnce: number; retryAlone(error: unknown): boolean },
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve(result: Result): void; reject(error: unknown): void }[] = [];
  let underWay = 0;

  async function round(): Promise<void> {
    const group = waiting.slice(0, most);
    waiting = waiting.slice(most);
    underWay += 1;
    try {
      const results = await run(group.map(({ item }) => item));
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result);
    } catch (error) {
      if (group.length === 1 || !retryAlone(error)) for (const { reject } of group) reject(error);
      else await Promise.all(group.map(alone));
    } finally {
      underWay -= 1;
      if (waiting.length > 0) void round();
    }
  }

  async function alone({ item, resolve, reject }: (typeof waiting)[number]): Promise<void> {
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
      if (underWay < atOnce) void round();
    });
}

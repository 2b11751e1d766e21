import { Worker } from 'node:worker_threads';

/** Milliseconds of one row. A linear parser needs a hundredth of it; this only ends an endless loop. */
const DEADLINE = 110_000;

/** A quadratic loop that is put into a parser, to see whether its row finds it. */
export interface Plant {
  kind: PlantKind;
  word: string;
}

export const PLANT_KINDS = ['search', 'copy', 'nested', 'pattern'] as const;
export type PlantKind = (typeof PLANT_KINDS)[number];

/** Runs rows in a thread, which is ended if a row does not finish. `plant` puts a loop into the parser of each row. */
export function rowRunner({ isLong, plant }: { isLong: boolean; plant?: Plant }) {
  let worker: Worker | undefined;
  return {
    /** Rejects if the parser of the row is not linear. */
    async run(of: string): Promise<void> {
      const workerData = { isLong, ...(plant && { plant: { ...plant, of } }) };
      worker ??= new Worker(new URL('./row-thread.ts', import.meta.url), { workerData });
      const thread = worker;
      const ended = Promise.withResolvers<void>();
      const timer = setTimeout(() => ended.reject(new Error(`${of}: not finished in ${DEADLINE} ms`)), DEADLINE);
      const onMessage = ({ error }: { error?: string }) => (error ? ended.reject(new Error(error)) : ended.resolve());
      thread.once('message', onMessage).once('error', ended.reject);
      thread.postMessage(of);
      try {
        await ended.promise;
      } catch (error) {
        worker = undefined;
        await thread.terminate();
        throw error;
      } finally {
        clearTimeout(timer);
        thread.off('message', onMessage).off('error', ended.reject);
      }
    },
    async close(): Promise<void> {
      await worker?.terminate();
    },
  };
}

import { parentPort, workerData } from 'node:worker_threads';
import type { HostileCase } from './linear-time.ts';

// Runs the requested cases one after the other, in a thread that can be terminated during an endless loop.
const { module } = workerData as { module: string };
const { CASES } = (await import(module)) as { CASES: HostileCase[] };

parentPort?.on('message', async (name: string) => {
  try {
    await CASES.find((one) => one.name === name)?.run();
    parentPort?.postMessage({ name });
  } catch (error) {
    parentPort?.postMessage({ name, error: error instanceof Error ? error.stack : String(error) });
  }
});

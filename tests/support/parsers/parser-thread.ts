import { parentPort, workerData } from 'node:worker_threads';
import type { HostileCase } from './linear-time.ts';

// Runs the cases that the test names, one after the other, in a thread that can be ended while it spins.
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

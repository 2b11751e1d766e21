import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { type PlantedParser, plantInto } from './planting.ts';

// Runs the requested rows one after the other, in a thread that can be ended during an endless loop.
const { isLong, plant } = workerData as { isLong: boolean; plant?: PlantedParser };
// Before the parsers are loaded.
if (plant) plantInto(plant);
const [{ checkRow }, { ROWS }] = await Promise.all([import('./check-row.ts'), import('./rows/all-rows.ts')]);

parentPort?.on('message', async (of: string) => {
  try {
    for (const row of ROWS.filter((one) => one.of === of)) await checkRow(row, { isLong });
    parentPort?.postMessage({});
  } catch (error) {
    parentPort?.postMessage({ error: inspect(error) });
  }
});

import { inspect } from 'node:util';
import { type PlantedParser, plantInto } from './planting.ts';

// Runs the requested rows in turn, in a process that can be ended during an endless loop.
const { isLong, plant } = JSON.parse(process.argv[2] ?? '{}') as { isLong: boolean; plant?: PlantedParser };
// Before the parsers are loaded.
if (plant) plantInto(plant);
const [{ checkRow }, { ROWS }] = await Promise.all([import('./check-row.ts'), import('./rows/all-rows.ts')]);

process.on('message', async (of: string) => {
  try {
    for (const row of ROWS.filter((one) => one.of === of)) await checkRow(row, { isLong });
    process.send?.({});
  } catch (error) {
    process.send?.({ error: inspect(error) });
  }
});

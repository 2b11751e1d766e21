import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXPAND_AND_CONTRACT, UNSAFE, withPlantedColumn } from './planted-releases.ts';

it('inserts the use of a planted column into the app, before its routes', () => {
  const source = readFileSync(join(import.meta.dirname, '../../server/app.ts'), 'utf8');
  const planted = withPlantedColumn(source);
  expect(planted).toContain("import { usePlantedColumn } from './planted-column.ts';");
  expect(planted.indexOf('await usePlantedColumn(context.db)')).toBeLessThan(planted.indexOf('healthRoutes('));
  expect(() => withPlantedColumn(planted.replace('mapErrors(app);', ''))).toThrow(
    'server/app.ts does not have the line',
  );
});

it('plants releases that keep the migrations of the previous release', () => {
  for (const [at, { migrations }] of EXPAND_AND_CONTRACT.entries()) {
    const before = EXPAND_AND_CONTRACT[at - 1]?.migrations ?? [];
    expect(migrations.slice(0, -1)).toEqual(before);
  }
  for (const { migrations } of UNSAFE) expect(migrations[0]).toBe(EXPAND_AND_CONTRACT[0]?.migrations[0]);
});

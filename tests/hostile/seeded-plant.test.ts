import { expect, it } from 'vitest';
import { failureOf, plantOf } from './seeded-plant.ts';

/** Seeds of a search and of a pattern. */
const SEEDS = [1, 2];

it.each(SEEDS)(
  'a quadratic loop that is planted into a parser makes its hostile test fail: seed %i (attack 33)',
  async (seed) => {
    const plant = plantOf(seed);
    expect(await failureOf(plant.of, plant)).toMatch(/not linear|not finished/);
  },
);

it.each([3, 4, 5, 6, 7, 8, 9, 10])(
  'a quadratic loop that is planted into a parser makes its hostile test fail: seed %i (attack 33)',
  { tags: ['long'] },
  async (seed) => {
    const plant = plantOf(seed);
    expect(await failureOf(plant.of, plant)).toMatch(/not linear|not finished/);
  },
);

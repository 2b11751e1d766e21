import { expect, it } from 'vitest';
import { failureOf, plantOf } from './seeded-plant.ts';

/** The seed of a search, which its row finds fast. The other seeds need seconds each. */
const SHORT_SEED = 2;

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
  const tags = seed === SHORT_SEED ? [] : ['long'];
  it(`makes the hostile test of a parser with a planted quadratic loop fail: seed ${seed} (attack 33)`, {
    tags,
  }, async () => {
    const plant = plantOf(seed);
    expect(await failureOf(plant.of, plant)).toMatch(/not linear|not finished/);
  });
}

import { afterAll, it } from 'vitest';
import { rowRunner } from './row-runner.ts';
import { ROWS } from './rows/all-rows.ts';

const names = [...new Set(ROWS.map(({ of }) => of))];
const short = rowRunner({ isLong: false });
const long = rowRunner({ isLong: true });
afterAll(() => {
  short.close();
  long.close();
});

/** Milliseconds. The deadline of the runner, which names the parser, is shorter. */
const LONG_TIMEOUT = 1_800_000;

for (const of of names) {
  it(`parses hostile input in linear time: ${of} (attack 33)`, () => short.run(of));
  it(
    `parses every hostile input up to the accepted length in linear time: ${of} (attack 33)`,
    {
      tags: ['long'],
      timeout: LONG_TIMEOUT,
    },
    () => long.run(of),
  );
}

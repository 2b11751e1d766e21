import { afterAll, it } from 'vitest';
import { caseRunner } from '../support/parsers/linear-time.ts';
import { CASES } from './cases.ts';

const runner = caseRunner(new URL('./cases.ts', import.meta.url));
afterAll(() => runner.close());

it.each(CASES.map(({ name }) => name))('parses hostile input in linear time: %s (attack 33)', async (name) => {
  await runner.run(name);
});

import { afterAll, it } from 'vitest';
import { caseRunner } from '../support/parsers/linear-time.ts';
import { CASES } from './cases.ts';

const runner = caseRunner(new URL('./cases.ts', import.meta.url));
afterAll(() => runner.close());

for (const { name, isLong } of CASES) {
  const options = { tags: isLong ? ['long'] : [] };
  it(`parses hostile input in linear time: ${name} (attack 33)`, options, () => runner.run(name));
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXCEPTIONS } from './patterns/exceptions.ts';
import { findSuperlinear, KNOWN_LINEAR, readKnownLinear } from './patterns/find-superlinear.ts';

// Finds regular expressions that may need more than linear time. With `--write`, analyses all of them, which takes a
// minute, and stores the linear ones in known-linear.json; other runs skip these.
/** The number of new patterns that each run analyses, so that most changes need not store theirs. */
const MAX_NEW = 20;

const isWriting = process.argv.includes('--write');
const known = isWriting ? [] : readKnownLinear();
const { faults, linear } = await findSuperlinear(join(import.meta.dirname, '../..'), { exceptions: EXCEPTIONS, known });
const added = linear.filter((pattern) => !known.includes(pattern)).length;
if (isWriting) writeFileSync(KNOWN_LINEAR, `${JSON.stringify(linear, null, 2)}\n`);
else if (added > MAX_NEW) {
  console.error(
    `${added} patterns are not yet in known-linear.json, and their analysis takes long: run node tools/check/check-patterns.ts --write`,
  );
  process.exit(1);
}
if (faults.length > 0) {
  console.error(
    'Patterns that may not be linear. Parse the text without a pattern, or add an exception with its reason in tools/check/patterns/exceptions.ts:',
  );
  for (const fault of faults) console.error(`  ${fault.replaceAll('\n', '\n  ')}`);
  process.exit(1);
}

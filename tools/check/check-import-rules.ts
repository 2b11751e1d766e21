import { join } from 'node:path';
import { findViolations } from './import-rules/find-violations.ts';

const broken = await findViolations(join(import.meta.dirname, '../..'));
for (const [rule, faults] of Map.groupBy(broken, ({ rule }) => rule)) {
  console.error(`${rule}: ${faults[0]?.meaning}`);
  for (const { where } of faults) console.error(`  ${where}`);
}
if (broken.length > 0) process.exit(1);

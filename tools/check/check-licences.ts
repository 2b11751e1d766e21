import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findForbidden, type Lock } from './licences/find-forbidden.ts';
import { ALLOWED, EXCEPTIONS } from './licences/policy.ts';

// Compares the licences of all packages with the policy. package-lock.json also has the packages of other platforms.
const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as Lock;
const faults = findForbidden(lock, { allowed: ALLOWED, exceptions: EXCEPTIONS });
if (faults.length > 0) {
  console.error('Licences that the policy in tools/check/licences/policy.ts does not allow:');
  for (const fault of faults) console.error(`  ${fault}`);
  process.exit(1);
}

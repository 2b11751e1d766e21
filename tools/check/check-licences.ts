import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directDependencies, type PackageFile, requiredPackages } from '../release/release-packages.ts';
import { releaseSources } from '../release/release-sources.ts';
import { findForbidden } from './licences/find-forbidden.ts';
import { ALLOWED, EXCEPTIONS } from './licences/policy.ts';

// Compares the licences of all packages with the policy. package-lock.json also lists the packages of other platforms.
const ROOT = join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, PackageFile & { license?: string }>;
};
const direct = directDependencies(ROOT, releaseSources(ROOT));
const forPlatforms = lock.packages['']?.optionalDependencies;
const shipped = requiredPackages(Object.keys({ ...direct, ...forPlatforms }), (folder) => lock.packages[folder]);
const faults = findForbidden(lock, shipped, { allowed: ALLOWED, exceptions: EXCEPTIONS });
if (faults.length > 0) {
  console.error('Licences that the policy in tools/check/licences/policy.ts does not allow:');
  for (const fault of faults) console.error(`  ${fault}`);
  process.exit(1);
}

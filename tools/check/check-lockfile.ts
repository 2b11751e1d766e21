import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingPackages } from './lockfile/missing-packages.ts';

// npm sometimes writes a lockfile without the packages of other platforms, which `npm ci` then rejects on every platform.
const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'));
const missing = missingPackages(packages);
if (missing.length > 0) {
  console.error('package-lock.json lacks packages; `npm install --package-lock-only --ignore-scripts` adds them:');
  for (const name of missing) console.error(`  ${name}`);
  process.exit(1);
}

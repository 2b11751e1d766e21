import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FILE = 'sbom.cdx.json';

// Writes the bill of materials of package-lock.json, validated by CycloneDX's schema, without network. With `--check`,
// only creates and validates it.
const { status, stdout, stderr } = spawnSync(
  join(ROOT, 'node_modules/.bin/cyclonedx-npm'),
  // lighthouse requires the latest version of two packages; npm reports an error if another version is installed.
  ['--package-lock-only', '--ignore-npm-errors', '--output-reproducible', '--validate', '--output-file', '-'],
  { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
if (status !== 0) {
  console.error(`The bill of materials could not be made:\n${stderr}`);
  process.exit(1);
}
const { components } = JSON.parse(stdout) as { components: unknown[] };
if (!process.argv.includes('--check')) {
  writeFileSync(join(ROOT, FILE), stdout);
  console.log(`${FILE} lists ${components.length} packages.`);
}

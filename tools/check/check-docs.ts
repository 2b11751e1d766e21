import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultTextOf, SETTINGS, type SettingName } from '../../server/platform/config/settings.ts';
import { faultyAsvsRows } from './docs/asvs-rows.ts';
import { untestedAttacks } from './docs/attack-tests.ts';
import { type Project, staleNames, staleSettings } from './docs/find-stale.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const project: Project = {
  root,
  scripts: Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts),
  defaults: Object.fromEntries((Object.keys(SETTINGS) as SettingName[]).map((name) => [name, defaultTextOf(name)])),
};

const stale = globSync(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md', '.github/**/*.md'], {
  cwd: root,
}).flatMap((page) => staleNames(page, read(page), project));
if (existsSync(join(root, 'README.md'))) stale.push(...staleSettings('README.md', read('README.md'), project));
else stale.push('README.md is missing');

const tests = globSync(
  ['{contract,web,server,mail,tests}/**/*.{test.ts,test.tsx,spec.ts}', 'tests/smtp/dialogues/*.txt'],
  {
    cwd: root,
  },
);
const texts = Object.fromEntries(tests.map((file) => [file, read(file)]));
stale.push(...untestedAttacks('docs/security.md', read('docs/security.md'), texts));
stale.push(...faultyAsvsRows('docs/asvs.md', read('docs/asvs.md')));

for (const line of stale) console.error(line);
if (stale.length > 0) process.exit(1);

import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultTextOf, SETTINGS, type SettingName } from '../server/platform/config/settings.ts';
import { type Project, staleNames, staleSettings } from './check/docs/find-stale.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const project: Project = {
  root,
  scripts: Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts),
  defaults: Object.fromEntries((Object.keys(SETTINGS) as SettingName[]).map((name) => [name, defaultTextOf(name)])),
};

const stale = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root }).flatMap((page) =>
  staleNames(page, read(page), project),
);
if (existsSync(join(root, 'README.md'))) stale.push(...staleSettings('README.md', read('README.md'), project));
else stale.push('README.md is missing');

for (const line of stale) console.error(line);
if (stale.length > 0) process.exit(1);

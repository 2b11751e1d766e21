import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SETTING_ROWS } from '../../server/platform/config/settings.ts';
import { faultyAsvsRows } from './docs/asvs-rows.ts';
import { untestedAttacks } from './docs/attack-tests.ts';
import { faultyDecisions, withDecisions } from './docs/decision-index.ts';
import { brokenLinks } from './docs/find-broken-links.ts';
import { type Project, pathsIn, staleNames } from './docs/find-stale.ts';
import { staleDefaults, withSettingsTable } from './docs/settings-table.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const project: Project = {
  paths: pathsIn(root),
  scripts: Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts),
};

const stale = globSync(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md', '.github/**/*.md'], {
  cwd: root,
}).flatMap((page) => [...staleNames(page, read(page), project), ...brokenLinks(page, read(page), root)]);
const INDEX = 'docs/decisions/README.md';
const decisions = Object.fromEntries(
  globSync('docs/decisions/0*.md', { cwd: root }).map((file) => [basename(file), read(file)]),
);
stale.push(...faultyDecisions(INDEX, read(INDEX), decisions));
const drawn = {
  'README.md': withSettingsTable(read('README.md'), SETTING_ROWS),
  [INDEX]: withDecisions(read(INDEX), decisions),
};
for (const [page, text] of Object.entries(drawn)) {
  if (process.argv.includes('--write')) writeFileSync(join(root, page), text);
  else if (text !== read(page))
    stale.push(`${page}: its lines are out of date: node tools/check/check-docs.ts --write`);
}
stale.push(
  ...globSync(['README.md', 'docs/*.md'], { cwd: root }).flatMap((page) =>
    staleDefaults(page, read(page), SETTING_ROWS),
  ),
);

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

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Project, staleNames, staleSettings } from './find-stale.ts';

let project: Project;

beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), 'nameplate-docs-'));
  project = { root, scripts: ['start', 'check'], settings: ['PORT', 'DATA_DIR'] };
  mkdirSync(join(root, 'server/handles'), { recursive: true });
  writeFileSync(join(root, 'server/handles/rules.ts'), '');
  writeFileSync(join(root, 'package.json'), '{}');
});

afterAll(() => rmSync(project.root, { recursive: true }));

describe('a page', () => {
  it.each([
    ['`server/handles/routes.ts`', 'there is no `server/handles/routes.ts`'],
    ['`server/claims/`', 'there is no `server/claims/`'],
    ['`router.ts`', 'there is no `router.ts`'],
    ['`lib/old.ts`', 'there is no `lib/old.ts`'],
    ['`node tools/gone.ts --now`', 'there is no `tools/gone.ts`'],
    ['`npm run gone`', 'there is no script for `npm run gone`'],
    ['`npm test`', 'there is no script for `npm test`'],
    ['```sh\nnpm run gone -- --x\n```', 'there is no script for `npm run gone`'],
  ])('is stale where it says %s', (markdown, fault) => {
    expect(staleNames('README.md', `See ${markdown}.`.replace('See ```', '```'), project)).toEqual([
      `README.md: ${fault}`,
    ]);
  });

  it('is true where it names what exists, what running makes, and what is not ours', () => {
    const markdown =
      '`server/handles`, `server/handles/rules.ts`, `rules.ts`, `server/*/rules.ts`, `package.json`, `npm start`, ' +
      '`npm run check`, `npm ci`, `/app/manage`, `data/outbox/*.eml`, `kysely/migration`, `text/plain`, server/gone.ts';
    expect(staleNames('README.md', markdown, project)).toEqual([]);
  });
});

describe('the table of settings', () => {
  it('names each setting that the server reads, and no other', () => {
    const table = '| name | default |\n|---|---|\n| `PORT`, `HOST` | `NOT_A_SETTING` |\n';
    expect(staleSettings('README.md', table, project)).toEqual([
      'README.md: nothing reads the setting HOST',
      'README.md: the setting DATA_DIR is missing in the table',
    ]);
  });
});

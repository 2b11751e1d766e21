import { describe, expect, it } from 'vitest';
import { staleNames } from './find-stale.ts';

const project = {
  paths: ['package.json', 'server', 'server/handles', 'server/handles/rules.ts'],
  scripts: ['start', 'check'],
};

describe('staleNames', () => {
  it.each([
    ['`server/handles/routes.ts`', 'there is no `server/handles/routes.ts`'],
    ['`server/claims/`', 'there is no `server/claims/`'],
    ['`router.ts`', 'there is no `router.ts`'],
    ['`lib/old.ts`', 'there is no `lib/old.ts`'],
    ['`node tools/gone.ts --now`', 'there is no `tools/gone.ts`'],
    ['`npm run gone`', 'there is no script for `npm run gone`'],
    ['`npm test`', 'there is no script for `npm test`'],
    ['```sh\nnpm run gone -- --x\n```', 'there is no script for `npm run gone`'],
  ])('reports a page that names %s', (markdown, fault) => {
    expect(staleNames('README.md', `See ${markdown}.`.replace('See ```', '```'), project)).toEqual([
      `README.md: ${fault}`,
    ]);
  });

  it('accepts names of existing files and scripts, of files created by a run, and of files in other projects', () => {
    const markdown =
      '`server/handles`, `server/handles/rules.ts`, `rules.ts`, `server/*/rules.ts`, `package.json`, `npm start`, ' +
      '`npm run check`, `npm ci`, `/app/manage`, `data/outbox/*.eml`, `kysely/migration`, `text/plain`, server/gone.ts';
    expect(staleNames('README.md', markdown, project)).toEqual([]);
  });
});

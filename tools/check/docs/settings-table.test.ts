import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setting, stated } from '../../../server/platform/config/setting.ts';
import { staleDefaults, withSettingsTable } from './settings-table.ts';

const ROWS = [
  setting('PORT', z.string(), '3000', 'port of pages'),
  setting('DATA_DIR', z.string(), './data', 'folder of data'),
  setting('DNS_SERVERS', z.string(), stated('', "the system's"), 'resolvers'),
  setting('TRUST_PROXY', z.string(), '', 'proxies'),
];
const HEAD = '| name | local default | meaning |\n|---|---|---|\n';

describe('withSettingsTable', () => {
  it('replaces the rows of the page with one row for each setting, and keeps the rest', () => {
    expect(withSettingsTable(`Settings\n\n${HEAD}| \`GONE\` | 1 | nothing |\n\n| other | table |\n`, ROWS)).toBe(
      [
        `Settings\n\n${HEAD.trim()}`,
        '| `PORT` | 3000 | port of pages |',
        '| `DATA_DIR` | `./data` | folder of data |',
        "| `DNS_SERVERS` | the system's | resolvers |",
        '| `TRUST_PROXY` | none | proxies |\n',
        '| other | table |\n',
      ].join('\n'),
    );
    expect(() => withSettingsTable('no table', ROWS)).toThrow(/no table/);
  });
});

describe('staleDefaults', () => {
  it('reports a default in parentheses that differs from the row', () => {
    const text = 'At most `PORT` ports (3001 by default), `PORT` (3000), `DATA_DIR` (7) and `OTHER` (9).';
    expect(staleDefaults('docs/a.md', text, ROWS)).toEqual([
      'docs/a.md: the default of PORT is 3000, not 3001',
      'docs/a.md: the default of DATA_DIR is `./data`, not 7',
    ]);
  });
});

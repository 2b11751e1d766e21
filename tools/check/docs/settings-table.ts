import type { Setting } from '../../../server/platform/config/setting.ts';

const HEAD = '| name | local default | meaning |\n|---|---|---|\n';

/** Returns a page with its table of settings generated from `rows`. Throws if the page has no such table. */
export function withSettingsTable(markdown: string, rows: readonly Setting[]): string {
  const [before, after] = markdown.split(HEAD);
  if (before === undefined || after === undefined) throw new Error('There is no table with the columns of settings');
  const lines = rows.map(({ name, default: { shown }, meaning }) => `| \`${name}\` | ${shown} | ${meaning} |\n`);
  return before + HEAD + lines.join('') + after.slice(after.search(/^(?!\|)/m));
}

/** Returns the wrong defaults that a text states in parentheses, such as "`PORT` (3000)". */
export function staleDefaults(page: string, markdown: string, rows: readonly Setting[]): string[] {
  const defaults = new Map(rows.map(({ name, default: { shown } }) => [name, shown]));
  return [...markdown.matchAll(/`([A-Z][A-Z0-9_]*)`[^`\n()]{0,20} \((\d+)( by default)?\)/g)].flatMap(
    ([, name = '', stated]) => {
      const shown = defaults.get(name);
      return shown === undefined || shown === stated
        ? []
        : [`${page}: the default of ${name} is ${shown}, not ${stated}`];
    },
  );
}

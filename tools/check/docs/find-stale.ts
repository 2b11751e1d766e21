import { globSync } from 'node:fs';

export type Project = {
  root: string;
  scripts: string[];
  /** The settings that the server reads, with their defaults as text. */
  defaults: Record<string, string>;
};

const FOLDERS = /^(contract|web|server|mail|db|fakes|tests|bench|tools|docs|\.ci)(\/|$)/;
const FILE = /^[\w.*-]+(\/[\w.*-]+)*\.(ts|tsx|js|css|md|json)$/;
/** What a run of the project creates, and a fresh clone lacks. */
const CREATED = /^(dist|data|screenshots|node_modules|coverage|test-results|sbom\.cdx\.json)(\/|$)/;
const NPM_COMMANDS = new Set(['install', 'ci', 'run']);

/** Returns the paths and npm scripts that a page names in backticks or code blocks but that do not exist. */
export function staleNames(page: string, markdown: string, { root, scripts }: Project): string[] {
  const stale: string[] = [];
  for (const code of codeIn(markdown)) {
    for (const [, run, name = ''] of code.matchAll(/\bnpm (run )?([a-z][\w:-]*)/g)) {
      if (!(run === undefined && NPM_COMMANDS.has(name)) && !scripts.includes(name)) {
        stale.push(`${page}: there is no script for \`npm ${run ?? ''}${name}\``);
      }
    }
    for (const name of code.split(/[\s()'",;]+/).map((text) => text.replace(/[.:]+$/, ''))) {
      if (!(FOLDERS.test(name) && /^[\w./*-]+$/.test(name)) && !FILE.test(name)) continue;
      if (CREATED.test(name) || name.includes('..')) continue;
      // A file name without a folder may be in any folder, like the `rules.ts` of each capability.
      const pattern =
        name.includes('/') || FOLDERS.test(name) ? name.replace(/\/$/, '') : `{,!(node_modules)/**/}${name}`;
      if (globSync(pattern, { cwd: root }).length === 0) stale.push(`${page}: there is no \`${name}\``);
    }
  }
  return [...new Set(stale)];
}

/** Compares the table of settings with the schema: the names in its first column, and the defaults in its second. */
export function staleSettings(page: string, markdown: string, { defaults }: Project): string[] {
  const stale: string[] = [];
  const named = new Set<string>();
  for (const [, first = '', second = ''] of markdown.matchAll(/^\|([^|]*)\|([^|]*)\|/gm)) {
    const names = [...first.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name = '']) => name);
    for (const name of names) named.add(name);
    const known = names.flatMap((name) => defaults[name] ?? []);
    if (names.length === 0 || known.length < names.length) continue;
    const expected = [...new Set(known)].length === 1 ? known[0] : known.join(', ');
    const stated = second.replaceAll('`', '').trim();
    if (stated !== expected) stale.push(`${page}: the default of ${names.join(', ')} is ${expected}, not ${stated}`);
  }
  return [
    ...[...named].filter((name) => !(name in defaults)).map((name) => `${page}: nothing reads the setting ${name}`),
    ...Object.keys(defaults)
      .filter((name) => !named.has(name))
      .map((name) => `${page}: the setting ${name} is missing in the table`),
    ...stale,
  ];
}

function codeIn(markdown: string): string[] {
  const blocks: string[] = [];
  const rest = markdown.replace(/^```[^\n]*\n([\s\S]*?)^```/gm, (_, block: string) => {
    blocks.push(...block.split('\n'));
    return '';
  });
  return [...blocks, ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)];
}

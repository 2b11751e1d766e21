import { globSync } from 'node:fs';

export type Project = {
  root: string;
  scripts: string[];
  /** Names of the settings that the server reads. */
  settings: string[];
};

const ROOMS = /^(contract|web|server|mail|db|fakes|tests|bench|tools|docs|\.ci)(\/|$)/;
const FILE = /^[\w.*-]+(\/[\w.*-]+)*\.(ts|tsx|js|css|md|json)$/;
/** Made by running the project, so absent from a fresh clone. */
const MADE = /^(dist|data|screenshots|node_modules|coverage|test-results)(\/|$)/;
const NPM_OWN = new Set(['install', 'ci', 'run']);

/** Says which paths and npm scripts named in a page (in backticks or code blocks) do not exist. */
export function staleNames(page: string, markdown: string, { root, scripts }: Project): string[] {
  const stale: string[] = [];
  for (const code of codeIn(markdown)) {
    for (const [, run, name = ''] of code.matchAll(/\bnpm (run )?([a-z][\w:-]*)/g)) {
      if (!(run === undefined && NPM_OWN.has(name)) && !scripts.includes(name)) {
        stale.push(`${page}: there is no script for \`npm ${run ?? ''}${name}\``);
      }
    }
    for (const word of code.split(/[\s()'",;]+/).map((text) => text.replace(/[.:]+$/, ''))) {
      if (!(ROOMS.test(word) && /^[\w./*-]+$/.test(word)) && !FILE.test(word)) continue;
      if (MADE.test(word) || word.includes('..')) continue;
      // A bare file name may stand anywhere, as `rules.ts` of every capability does.
      const pattern =
        word.includes('/') || ROOMS.test(word) ? word.replace(/\/$/, '') : `{,!(node_modules)/**/}${word}`;
      if (globSync(pattern, { cwd: root }).length === 0) stale.push(`${page}: there is no \`${word}\``);
    }
  }
  return [...new Set(stale)];
}

/** Compares the settings named in the tables' first column with those that the server reads. */
export function staleSettings(page: string, markdown: string, { settings }: Project): string[] {
  const named = new Set<string>();
  for (const [, cell = ''] of markdown.matchAll(/^\|([^|]*)\|/gm)) {
    for (const [, name = ''] of cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)) named.add(name);
  }
  return [
    ...[...named]
      .filter((name) => !settings.includes(name))
      .map((name) => `${page}: nothing reads the setting ${name}`),
    ...settings
      .filter((name) => !named.has(name))
      .map((name) => `${page}: the setting ${name} is missing in the table`),
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

import { globSync } from 'node:fs';
import { basename, matchesGlob, sep } from 'node:path';

export type Project = {
  /** The paths of all files and folders, relative to the root. */
  paths: string[];
  scripts: string[];
};

const FOLDERS = /^(contract|web|server|mail|db|fakes|tests|bench|tools|docs|\.ci)(\/|$)/;
const FILE = /^[\w.*-]+(\/[\w.*-]+)*\.(ts|tsx|js|css|md|json)$/;
/** Files that a run of the project creates and a fresh clone lacks. */
const CREATED = /^(dist|data|screenshots|node_modules|coverage|test-results|sbom\.cdx\.json)(\/|$)/;
const NPM_COMMANDS = new Set(['install', 'ci', 'run']);

/** Returns the paths below a folder, except those of packages. One walk of the tree serves the names of all pages. */
export function pathsIn(root: string): string[] {
  return globSync(['*', '{.ci,!(node_modules)}/**'], { cwd: root }).map((path) => path.replaceAll(sep, '/'));
}

/** Returns the nonexistent paths and npm scripts that a page names in backticks or code blocks. */
export function staleNames(page: string, markdown: string, { paths, scripts }: Project): string[] {
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
      const isPath = name.includes('/') || FOLDERS.test(name);
      const wanted = name.replace(/\/$/, '');
      const isThere = (found: string) => (name.includes('*') ? matchesGlob(found, wanted) : found === wanted);
      if (!paths.some((path) => isThere(isPath ? path : basename(path))))
        stale.push(`${page}: there is no \`${name}\``);
    }
  }
  return [...new Set(stale)];
}

function codeIn(markdown: string): string[] {
  const blocks: string[] = [];
  const rest = markdown.replace(/^```[^\n]*\n([\s\S]*?)^```/gm, (_, block: string) => {
    blocks.push(...block.split('\n'));
    return '';
  });
  return [...blocks, ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)];
}

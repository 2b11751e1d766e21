import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Matches static imports and re-exports of a module: the imported names and the specifier. Type imports do not match. */
const IMPORT = /^(?:import|export) (?!type\b)(?:([^;'"]*?) from )?'([^']+)';/gm;

/** Modules below web/ and contract/, and icons by their file name. */
export interface Modules {
  files: Set<string>;
  icons: Set<string>;
}

/** Returns the modules that these modules load: files below web/ and contract/, and icons by their file name. */
export function modulesOf(entries: readonly string[]): Modules {
  const files = new Set<string>();
  const icons = new Set<string>();
  const iconFiles = readIconFiles();
  const visit = (file: string): void => {
    const name = relative(ROOT, file);
    if (files.has(name)) return;
    files.add(name);
    if (!/\.tsx?$/.test(file)) return;
    for (const [, names = '', specifier = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (specifier.startsWith('.')) visit(join(file, '..', specifier));
      if (specifier !== 'lucide-react') continue;
      for (const [icon] of names.matchAll(/\w+/g)) icons.add(iconFiles.get(icon) ?? '');
    }
  };
  for (const entry of entries) visit(join(ROOT, entry));
  return { files, icons };
}

/** Maps the exported names of icons to their files. A file may have several names. */
function readIconFiles(): Map<string, string> {
  const entry = createRequire(import.meta.url)
    .resolve('lucide-react')
    .replace(/cjs\/[^/]*$/, 'esm/lucide-react.mjs');
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(entry, 'utf8').matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.m?js'/g,
  )) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  }
  return files;
}

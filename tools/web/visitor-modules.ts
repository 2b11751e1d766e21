import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** What visitors who are not signed in run first: the app itself and the two screens with a script budget. */
const VISITOR_ENTRIES = [
  'web/app/hydrate.tsx',
  'web/app/routes/landing-route.tsx',
  'web/app/routes/create-route.tsx',
].map((file) => join(ROOT, file));

/** Static imports and re-exports of a module: the imported names, and the specifier. Type imports are left out. */
const IMPORT = /^(?:import|export) (?!type\b)(?:([^;'"]*?) from )?'([^']+)';/gm;

/** The modules that visitors load with their screens: files below web/ and contract/, and icons by their file name. */
export function visitorModules(): { files: Set<string>; icons: Set<string> } {
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
  for (const entry of VISITOR_ENTRIES) visit(entry);
  return { files, icons };
}

/** The file of each icon by its name in JavaScript; several names may lead to one file. */
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

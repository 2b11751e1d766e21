import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Violation } from './violation.ts';

const LONGEST = 300;
const MOST_IN_FOLDER = 20;
const GENERATED = new Set(['db/schema.ts']);
const TEST = /\.(test|spec)\.tsx?$/;
/** A folder that grows with every release. */
const GROWING = new Set(['db/migrations']);
const VAGUE = /(^|\/)(utils?|helpers?|misc|common|managers?)(\/|\.[^/]*$)/i;

/** Returns files that are too long or have a vague name, and folders with too many files. */
export function findMisshapenFiles(root: string, folders: string[]): Violation[] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,js,css}`),
    { cwd: root },
  )
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !GENERATED.has(file));
  return [...files.flatMap((file) => shapeOf(root, file)), ...findFullFolders(files)];
}

function shapeOf(root: string, file: string): Violation[] {
  const broken: Violation[] = [];
  const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length;
  if (lines > LONGEST) {
    broken.push({
      rule: 'file-length',
      meaning: `a file has at most ${LONGEST} lines`,
      where: `${file} has ${lines}: split it by verb or noun`,
    });
  }
  if (VAGUE.test(file)) {
    broken.push({ rule: 'vague-name', meaning: 'a name describes what the file does', where: file });
  }
  return broken;
}

/** Returns the folders with too many source files. Tests and style sheets do not count. */
function findFullFolders(files: string[]): Violation[] {
  const sources = files.filter((file) => !TEST.test(file) && !file.endsWith('.css'));
  return [...Map.groupBy(sources, (file) => dirname(file))]
    .filter(([folder, { length }]) => length > MOST_IN_FOLDER && !GROWING.has(folder))
    .map(([folder, { length }]) => ({
      rule: 'folder-size',
      meaning: `a folder has at most ${MOST_IN_FOLDER} source files on one level`,
      where: `${folder} has ${length}: group those that belong together`,
    }));
}

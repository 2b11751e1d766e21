import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Violation } from './violation.ts';

const LONGEST = 300;
const GENERATED = new Set(['db/schema.ts']);
const VAGUE = /(^|\/)(utils?|helpers?|misc|common|managers?)(\/|\.[^/]*$)/i;

/** Returns files that are too long or have a vague name. */
export function findMisshapenFiles(root: string, folders: string[]): Violation[] {
  return globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,js,css}`),
    { cwd: root },
  )
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => !GENERATED.has(file))
    .flatMap((file) => {
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
    });
}

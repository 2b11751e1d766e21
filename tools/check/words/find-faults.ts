import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateFormatsIn } from './find-date-formats.ts';
import { docTextsIn } from './find-doc-texts.ts';
import { type Exception, findLost } from './find-lost.ts';
import { textsIn } from './find-texts.ts';
import { readWords } from './read-words.ts';

const WORDS = 'docs/words.md';
/** Code whose texts people read: on screens, in emails and SMTP replies, and as output of commands. */
const CODE = '{web,contract,server,mail,fakes,tools}/**/*.{ts,tsx}';
const NOT_READ = /\.test\.|\.d\.ts$|^tools\/(check|screenshots|test|web)\//;
/** Pages for people, except for decisions and the changelog, which keep the words of their time. */
const DOCS = ['*.md', 'docs/*.md', '.github/**/*.{md,yml}'];
const DOCS_NOT_READ = new Set([WORDS, 'CHANGELOG.md']);
const FORMATTERS = new Set(['contract/dates.ts', 'contract/counts.ts']);

/** Returns a line for each text under `root` with a rejected word, each separate date format and each unneeded exception. */
export function findWordFaults(root: string, exceptions: Exception[]): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const list = (patterns: string | string[]) => globSync(patterns, { cwd: root }).sort();
  const code = list(CODE).filter((file) => !NOT_READ.test(file));
  const docs = list(DOCS).filter((file) => !DOCS_NOT_READ.has(file));
  const texts = [
    ...code.flatMap((file) => textsIn(read(file), file)),
    ...docs.flatMap((file) => docTextsIn(read(file), file)),
  ];
  return [
    ...findLost(texts, readWords(read(WORDS)), exceptions),
    ...code
      .filter((file) => !FORMATTERS.has(file))
      .flatMap((file) =>
        dateFormatsIn(read(file), file).map((name) => `${file}: ${name}: use contract/dates.ts or contract/counts.ts`),
      ),
  ];
}

import type { MutatedFile } from './files.ts';
import type { Verdict } from './judge.ts';

const ROW = /^\| `([^`]+)` \|.*\n/gm;

/** Returns the page of scores with a row for each file, and the verdicts in their rows. */
export function withScores(page: string, files: MutatedFile[], verdicts: Map<string, Verdict>): string {
  const present = new Map([...page.matchAll(ROW)].map(([row, path = '']) => [path, row]));
  const drawn = files.map(({ path, area }) => {
    const verdict = verdicts.get(path);
    if (!verdict) return present.get(path) ?? `| \`${path}\` | ${area} | | | | |\n`;
    const { mutants, score, equivalent, untested } = verdict;
    return `| \`${path}\` | ${area} | ${mutants} | ${score.toFixed(1)} | ${equivalent} | ${untested} |\n`;
  });
  const start = page.search(ROW);
  const end = start + [...present.values()].join('').length;
  return page.slice(0, start) + drawn.join('') + page.slice(end);
}

import { readFileSync } from 'node:fs';
import { analyse, type Verdict } from './analysis.ts';
import type { Exception } from './exceptions.ts';
import { type FoundPattern, findPatterns } from './find-patterns.ts';

/** The patterns that recheck has found to be linear; a check analyses only new patterns. */
export const KNOWN_LINEAR = new URL('./known-linear.json', import.meta.url);

export function readKnownLinear(): string[] {
  return JSON.parse(readFileSync(KNOWN_LINEAR, 'utf8')) as string[];
}

/** Returns the faults of the project at `root`, and the patterns that are linear. */
export async function findSuperlinear(
  root: string,
  { exceptions, known }: { exceptions: Exception[]; known: string[] },
): Promise<{ faults: string[]; linear: string[] }> {
  const found = findPatterns(root);
  const isExcepted = (one: FoundPattern) => exceptions.some((exception) => isExceptedBy(exception, one));
  const rest = found.filter((one) => !isExcepted(one));
  const atRunTime = rest.filter(({ pattern }) => pattern === null);
  const distinct = [...new Set(rest.flatMap(({ pattern }) => pattern ?? []))].sort();
  const verdicts = await analyse(distinct.filter((pattern) => !known.includes(pattern)));
  const stale = exceptions.filter((one) => !found.some((each) => isExceptedBy(one, each)));
  return {
    faults: [
      ...atRunTime.map(
        ({ file }) => `${file}: a pattern is built at run time; add an exception in tools/check/patterns/exceptions.ts`,
      ),
      ...verdicts.filter(({ linear }) => !linear).map((verdict) => faultOf(verdict, rest)),
      ...stale.map(
        ({ pattern, file }) => `tools/check/patterns/exceptions.ts: ${pattern ?? 'no pattern'} is not in ${file}`,
      ),
    ],
    linear: distinct.filter((pattern) => !verdicts.some((one) => one.pattern === pattern && !one.linear)),
  };
}

function isExceptedBy(exception: Exception, { pattern, file }: FoundPattern): boolean {
  if (exception.file !== file) return false;
  return pattern === null ? exception.pattern === undefined : pattern.startsWith(exception.pattern ?? '\n');
}

function faultOf({ pattern, found }: Verdict, all: FoundPattern[]): string {
  const files = [...new Set(all.filter((one) => one.pattern === pattern).map(({ file }) => file))];
  return `${files.join(', ')}: ${pattern}\n  ${found}`;
}

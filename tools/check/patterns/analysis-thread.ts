import { parentPort } from 'node:worker_threads';
import { checkSync } from 'recheck';
import type { Verdict } from './analysis.ts';

/** Milliseconds for one pattern. Most need less than 100. */
const TIMEOUT = 20_000;

parentPort?.on('message', (pattern: string) => {
  parentPort?.postMessage(checkPattern(pattern));
});

function checkPattern(pattern: string): Verdict {
  const end = pattern.lastIndexOf('/');
  const result = checkSync(pattern.slice(1, end), pattern.slice(end + 1), { timeout: TIMEOUT });
  if (result.status === 'safe') return { pattern, linear: true, found: result.complexity.summary };
  if (result.status === 'unknown') return { pattern, linear: false, found: `undecided (${result.error.kind})` };
  const { complexity, attack } = result;
  return { pattern, linear: false, found: `${complexity.summary}, for example with ${attack.pattern.slice(0, 200)}` };
}

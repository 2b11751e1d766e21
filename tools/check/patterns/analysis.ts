import { Worker } from 'node:worker_threads';

/** The result of recheck for a pattern; `found` is its complexity, or why it is undecided. */
export type Verdict = { pattern: string; linear: boolean; found: string };

/** Suits a machine with two cores. Each thread needs about 100 MB. */
const THREADS = 2;

/** Analyses patterns (`/source/flags`) with recheck, in worker threads. */
export async function analyse(patterns: string[]): Promise<Verdict[]> {
  const waiting = [...patterns];
  const threads = Array.from({ length: Math.min(THREADS, waiting.length) }, () => analyseAll(waiting));
  return (await Promise.all(threads)).flat();
}

async function analyseAll(waiting: string[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const worker = new Worker(new URL('./analysis-thread.ts', import.meta.url), {
    // The native programs of the package may not be installed.
    env: { ...process.env, RECHECK_BACKEND: 'pure' },
  });
  try {
    for (let pattern = waiting.shift(); pattern !== undefined; pattern = waiting.shift()) {
      verdicts.push(await analyseOne(worker, pattern));
    }
  } finally {
    await worker.terminate();
  }
  return verdicts;
}

function analyseOne(worker: Worker, pattern: string): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (verdict: Verdict) => {
      worker.off('error', reject);
      resolve(verdict);
    });
    worker.postMessage(pattern);
  });
}

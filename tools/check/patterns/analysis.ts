import { Worker } from 'node:worker_threads';

/** What recheck finds about a pattern: `linear`, or why it may not be. */
export type Verdict = { pattern: string; linear: boolean; found: string };

/** Two cores are what a small machine has; each thread needs some 100 MB. */
const THREADS = 2;

/** Has recheck analyse patterns (`/source/flags`), in threads of their own. */
export async function analyse(patterns: string[]): Promise<Verdict[]> {
  const waiting = [...patterns];
  const threads = Array.from({ length: Math.min(THREADS, waiting.length) }, () => workThrough(waiting));
  return (await Promise.all(threads)).flat();
}

async function workThrough(waiting: string[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const worker = new Worker(new URL('./analysis-thread.ts', import.meta.url), {
    // Native programs of the package need not be there.
    env: { ...process.env, RECHECK_BACKEND: 'pure' },
  });
  try {
    for (let pattern = waiting.shift(); pattern !== undefined; pattern = waiting.shift()) {
      verdicts.push(await ask(worker, pattern));
    }
  } finally {
    await worker.terminate();
  }
  return verdicts;
}

function ask(worker: Worker, pattern: string): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (verdict: Verdict) => {
      worker.off('error', reject);
      resolve(verdict);
    });
    worker.postMessage(pattern);
  });
}

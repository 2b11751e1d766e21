import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FoundProcess, processesOf } from './processes-of.ts';

const [folder = ''] = process.argv.slice(2);
if (!folder.includes('nameplate-run-')) throw new Error(`${folder} is not the folder of a test run`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume();
await once(process.stdin, 'close');

const isPostgres = ({ command }: FoundProcess) => /(^|\/)postgres /.test(command);

// An app starts its database again when only the database ends, so the databases are stopped last. SIGQUIT lets PostgreSQL
// release its shared memory, which SIGKILL does not.
for (let round = 0; round < 100; round++) {
  const left = processesOf(folder);
  if (left.length === 0) break;
  const others = left.filter((found) => !isPostgres(found));
  if (others.length > 0) for (const { pid } of others) signal(pid, 'SIGKILL');
  else for (const { pid } of left) signal(pid, round < 50 ? 'SIGQUIT' : 'SIGKILL');
  await sleep(100);
}
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process ended after it was listed.
  }
}

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Postmaster = { pid: number; port: number; ready: boolean };

/**
 * Returns the live postmaster of a cluster, regardless of who started it. Ignores an unrelated process with the same
 * pid.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const found = readPidFile(cluster);
  return found && isPostmasterOf(found.pid, cluster) ? found : undefined;
}

/** Removes a stale pid file, because PostgreSQL does not start while any process with that pid lives. */
export function removeStalePidFile(cluster: string): void {
  const found = readPidFile(cluster);
  if (found && isAlive(found.pid) && !isPostmasterOf(found.pid, cluster)) rmSync(join(cluster, 'postmaster.pid'));
}

/**
 * Requests a fast shutdown (SIGINT), which rolls back open transactions and flushes data. Returns when `isGone` returns
 * true. Sends stronger signals if the process does not end within a minute.
 */
export async function stopPostmaster(pid: number, isGone: () => boolean): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 10],
    ['SIGKILL', 10],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return; // The process has already ended.
    }
    const deadline = performance.now() + seconds * 1000;
    while (performance.now() < deadline) {
      if (isGone()) return;
      await sleep(20);
    }
  }
  throw new Error(`the database process ${pid} does not end`);
}

/**
 * Reads the pid file: pid, data directory, start time, port, socket directory, listen address, shared memory, state.
 */
function readPidFile(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Compares the command line, which the postmaster does not change: `postgres -D <cluster> ...`. A zombie has no command
 * line.
 */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout.includes(`postgres -D ${cluster} `);
  }
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(args[0] ?? '') === 'postgres' && args[1] === '-D' && args[2] === cluster;
  } catch {
    return false;
  }
}

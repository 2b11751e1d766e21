import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { processTree } from '../mail/process-tree.ts';

/**
 * Gives the first core to the server and the last to this process, which generates the load: otherwise the generator takes its
 * processor time from the server. Returns a note if that is not possible.
 */
export function separateCores(server: number): string | undefined {
  const last = availableParallelism() - 1;
  const pin = (core: number, pid: number) => spawnSync('taskset', ['-a', '-c', '-p', `${core}`, `${pid}`]).status === 0;
  const pinned = last > 0 && pin(last, process.pid) && pin(0, server);
  // A process that has ended since cannot be pinned, and need not be.
  for (const { pid } of processTree(server)) pin(0, pid);
  return pinned
    ? undefined
    : 'Server and load generator share the cores (taskset needs two), so they slow each other down';
}

/** Allows this process all cores again. */
export function releaseCores(): void {
  spawnSync('taskset', ['-a', '-c', '-p', `0-${availableParallelism() - 1}`, `${process.pid}`]);
}

import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { processTree } from '../mail/process-tree.ts';

/** The last core, before this process is limited to one. */
const LAST = availableParallelism() - 1;

/**
 * Gives the first core to the server and the last to this process, which generates the load: otherwise the generator takes its
 * processor time from the server. Returns a note if that is not possible.
 */
export function separateCores(server: number): string | undefined {
  const pin = (core: number, pid: number) => spawnSync('taskset', ['-a', '-c', '-p', `${core}`, `${pid}`]).status === 0;
  const pinned = LAST > 0 && pin(LAST, process.pid) && pin(0, server);
  // A process that has ended since cannot be pinned, and need not be.
  for (const { pid } of processTree(server)) pin(0, pid);
  return pinned
    ? undefined
    : 'Server and load generator share the cores (taskset needs two), so they slow each other down';
}

/** Allows this process all cores again. */
export function releaseCores(): void {
  spawnSync('taskset', ['-a', '-c', '-p', `0-${LAST}`, `${process.pid}`]);
}

import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The last core, determined before this process is limited to one core. */
const LAST = availableParallelism() - 1;

const pinTo = (cores: string) => spawnSync('taskset', ['-a', '-c', '-p', cores, `${process.pid}`]).status === 0;

/**
 * Starts a server on the first core, and moves this process, which generates the load, to the last core: otherwise the
 * generator would take processor time from the server. Child processes of the server, such as its database, stay on its
 * core. Also returns a note if the machine cannot do this.
 */
export async function onSeparateCores<T>(start: () => Promise<T>): Promise<{ server: T; note: string | undefined }> {
  const isPossible = LAST > 0 && pinTo('0');
  try {
    const server = await start();
    const isSeparate = isPossible && pinTo(`${LAST}`);
    const note = 'Server and load generator share the cores (taskset needs two), so they slow each other down';
    return { server, note: isSeparate ? undefined : note };
  } catch (error) {
    releaseCores();
    throw error;
  }
}

/** Allows this process all cores again. */
export function releaseCores(): void {
  pinTo(`0-${LAST}`);
}

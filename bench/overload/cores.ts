import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The last core, before this process is limited to one. */
const LAST = availableParallelism() - 1;

const pinTo = (cores: string) => spawnSync('taskset', ['-a', '-c', '-p', cores, `${process.pid}`]).status === 0;

/**
 * Starts a server on the first core, and leaves the last one to this process, which generates the load: otherwise the generator takes
 * its processor time from the server. All processes that the server starts stay on its core, such as those of its database. Also
 * returns a note if the machine cannot do this.
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

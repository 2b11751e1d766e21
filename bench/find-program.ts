import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the path of a program, from PATH and Debian's sbin folders; undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => path.join(folder, name))
    .find(existsSync);
}

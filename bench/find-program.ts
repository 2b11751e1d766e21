import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where a program is, looked for in PATH and where Debian keeps those of the administrator; undefined if nowhere. */
export function findProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => path.join(folder, name))
    .find(existsSync);
}

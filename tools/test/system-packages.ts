import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's tools ask this script whether a package may start its service (invoke-rc.d(8)). */
const POLICY = '/usr/sbin/policy-rc.d';

/** The result of a command that may fail. Its texts become part of the error if no other command works. */
export interface Tried {
  ok: boolean;
  /** The command and its output; empty if it succeeded. */
  failures: string[];
}

/** Runs a command non-interactively. */
export function tryCommand(command: string, ...args: string[]): Tried {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return { ok: true, failures: [] };
  const output = error?.message ?? `${stdout}${stderr}`.trim();
  return { ok: false, failures: [`${[command, ...args].join(' ')}:\n${output}`] };
}

/** Installs, as root, the first of these Debian packages that can be installed. Does not start their services. */
export function installPackage(...names: string[]): Tried {
  if (process.getuid?.() !== 0) return { ok: false, failures: ['only root can install packages'] };
  const update = tryCommand('apt-get', 'update');
  if (!update.ok) return update;
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const failures: string[] = [];
  try {
    for (const name of names) {
      const tried = tryCommand('apt-get', 'install', '-y', '--no-install-recommends', name);
      if (tried.ok) return tried;
      failures.push(...tried.failures);
    }
    return { ok: false, failures };
  } finally {
    if (isOurs) rmSync(POLICY);
  }
}

/** Returns the path of a program, even one that only root has in its PATH; undefined if it is not installed. */
function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Finds a program, or installs the package of the same name. Throws with the failed commands. */
export function ensureProgram(name: string): string {
  const found = findProgram(name);
  if (found) return found;
  console.log(`${name} is not installed; installing it ...`);
  const { failures } = installPackage(name);
  const installed = findProgram(name);
  if (installed) return installed;
  throw new Error(`${name} could not be installed; install it and run this again.\n${failures.join('\n')}`);
}

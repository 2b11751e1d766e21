import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './embedded-account.ts';
import type { Binaries } from './embedded-binaries.ts';
import { EmbeddedError } from './embedded-error.ts';

const MAJOR = '18';

export const SUPERUSER = 'nameplate';

/** Creates the cluster if it does not exist. Returns the superuser's password, which DATA_DIR stores with mode 0600. */
export async function ensureCluster(
  cluster: string,
  dataDir: string,
  binaries: Binaries,
  account: Account,
): Promise<string> {
  const passwordFile = passwordFileIn(dataDir);
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    const password = randomBytes(24).toString('base64url');
    await writeFile(passwordFile, password, { mode: 0o600, flush: true });
    await createCluster(cluster, binaries, account, password);
    return password;
  }
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== MAJOR) {
    throw new EmbeddedError(
      `the database in ${cluster} was made by PostgreSQL ${version}, and this Nameplate includes ${MAJOR}:  ` +
        'dump it with the old version and load it with the new one (pg_dump, psql)',
    );
  }
  return readPassword(dataDir);
}

/** Returns the superuser's password of the cluster in DATA_DIR. Throws EmbeddedError if the file cannot be read. */
export async function readPassword(dataDir: string): Promise<string> {
  return readFile(passwordFileIn(dataDir), 'utf8').catch((error: Error) => {
    throw new EmbeddedError(`the password of the embedded database cannot be read: ${error.message}`);
  });
}

function passwordFileIn(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

/** Creates the cluster under a temporary name and then renames it: an aborted start leaves no partial cluster. */
async function createCluster(cluster: string, { initdb }: Binaries, account: Account, password: string): Promise<void> {
  const draft = `${cluster}.new`;
  const passwordFile = `${draft}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(draft, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  try {
    await run(initdb, ['-D', draft, '-U', SUPERUSER, `--pwfile=${passwordFile}`, ...options], account);
  } finally {
    await rm(passwordFile);
  }
  await rename(draft, cluster);
}

async function run(program: string, args: string[], { prefix, ...account }: Account): Promise<void> {
  const [command = program, ...rest] = [...prefix, program, ...args];
  const child = spawn(command, rest, { ...account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0) throw new Error(`${program} failed (exit code ${code}):\n${output.trim()}`);
}

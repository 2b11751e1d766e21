import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { EmbeddedError } from './embedded-error.ts';

/**
 * How to start PostgreSQL's programs: a command prefix, and the account if it differs from the account of this process.
 */
export type Account = { prefix: string[]; uid?: number; gid?: number };

type PasswdEntry = { name: string; uid: number; gid: number };

/**
 * Chooses the account that runs PostgreSQL for `cluster`, which need not exist yet. PostgreSQL does not run as root. If
 * this process is root, tries the owner of the cluster, then a user namespace in which root's files belong to an
 * ordinary user, then the account `postgres` or `nobody`. Throws EmbeddedError if no candidate can access the folders.
 */
export function chooseAccount(cluster: string, dataDir: string, postgres: string): Account {
  const uid = process.getuid?.();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (uid !== 0) {
    if (!owner || owner.uid === uid) return { prefix: [] };
    throw new EmbeddedError(
      `the database in ${cluster} belongs to another user (uid ${owner.uid}): ` +
        'start Nameplate as that user or as root, or set another DATA_DIR',
    );
  }
  const others = passwd().filter((entry) => entry.uid !== 0);
  const known = others.find(({ name }) => name === 'postgres') ?? others.find(({ name }) => name === 'nobody');
  const candidates: Account[] = [];
  if (owner && owner.uid !== 0) candidates.push({ prefix: [], uid: owner.uid, gid: owner.gid });
  else {
    const inside = known ?? others[0];
    if (inside) candidates.push({ prefix: userNamespace(inside) });
    // An existing cluster owned by root was created in a user namespace; another account cannot read its files.
    if (known && !owner) candidates.push({ prefix: [], uid: known.uid, gid: known.gid });
  }
  const usable = candidates.find((candidate) => reaches(candidate, postgres, owner ? cluster : dataDir));
  if (usable) return usable;
  throw new EmbeddedError(
    'PostgreSQL does not run as root, and no other account can be used here (user namespaces are not available, or the ' +
      `folders ${dataDir} and ${postgres} are closed to other users): start Nameplate as an ordinary user, move it to a ` +
      'folder that other users may enter, or set DATABASE_URL',
  );
}

function userNamespace({ uid, gid }: PasswdEntry): string[] {
  return ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
}

function reaches({ prefix, uid, gid }: Account, postgres: string, folder: string): boolean {
  const script = '"$1" --version && test -x "$2"';
  const [command = 'sh', ...args] = [...prefix, 'sh', '-c', script, 'sh', postgres, folder];
  const account = uid === undefined || gid === undefined ? {} : { uid, gid };
  return spawnSync(command, args, { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

function passwd(): PasswdEntry[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .filter((fields) => fields.length >= 7)
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  } catch {
    return [];
  }
}

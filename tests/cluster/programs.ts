import { existsSync, globSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders that an ordinary PATH of Debian may lack. */
const EXTRA_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

export interface Programs {
  etcd: string;
  patroni: string;
  pgbouncer: string;
  haproxy: string;
  /** The folder with initdb, postgres, pg_basebackup and pg_rewind. */
  postgres: string;
}

/** Finds the programs of the cluster. Throws an error that names the missing ones: a skipped test proves nothing. */
export function findPrograms(): Programs {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...EXTRA_FOLDERS];
  const find = (name: string) => folders.map((folder) => join(folder, name)).find(existsSync);
  const found = {
    etcd: find('etcd'),
    patroni: find('patroni'),
    pgbouncer: find('pgbouncer'),
    haproxy: find('haproxy'),
    postgres: globSync('/usr/lib/postgresql/*/bin')
      .filter((folder) => existsSync(join(folder, 'pg_basebackup')))
      .sort()
      .at(-1),
  };
  const missing = Object.entries(found).flatMap(([name, path]) => (path ? [] : [name]));
  if (missing.length > 0) {
    throw new Error(
      `Missing programs: ${missing.join(', ')}. On Debian: apt-get install patroni etcd-server pgbouncer haproxy postgresql`,
    );
  }
  return found as Programs;
}

/** The ids of an account of this machine. */
export function accountOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) throw new Error(`There is no user ${name} to run PostgreSQL`);
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Role } from '../config/process-settings.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { Logger } from '../log/log.ts';
import {
  deleteHeartbeat,
  type Heartbeat,
  readConnectionLimit,
  readLiveProcesses,
  writeHeartbeat,
} from './heartbeat-store.ts';

const HEARTBEAT_INTERVAL_MS = 15_000;
const ROLES: Role[] = ['http', 'mail', 'jobs'];

/** The release in package.json. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Records in the database, until stopped, that this process is alive and runs these roles. */
export async function startHeartbeat(parts: {
  db: Database;
  /** The roles that the process runs now; one that has failed is left out. */
  roles: () => Role[];
  connections: number;
  log: Logger;
}): Promise<{ stop(): Promise<void> }> {
  const { db, roles, connections, log } = parts;
  const beat: Omit<Heartbeat, 'roles'> = {
    id: randomUUID(),
    host: hostname(),
    pid: process.pid,
    version: VERSION,
    connections,
  };
  let writing: Promise<void> = writeHeartbeat(db, { ...beat, roles: roles() });
  await writing;
  const timer = setInterval(() => {
    writing = writeHeartbeat(db, { ...beat, roles: roles() }).catch((err) =>
      log.debug({ event: 'process.heartbeat_failed', err }, 'the heartbeat was not written'),
    );
  }, HEARTBEAT_INTERVAL_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await writing;
      await deleteHeartbeat(db, beat.id).catch(() => {});
    },
  };
}

/** Counts the processes of each role among all that share the database. */
export async function countProcesses(db: Queryable): Promise<Record<Role, number>> {
  const live = await readLiveProcesses(db);
  const count = (role: Role) => live.filter(({ roles }) => roles.includes(role)).length;
  return { http: count('http'), mail: count('mail'), jobs: count('jobs') };
}

/** Returns the roles that no live process runs. */
export async function missingRoles(db: Queryable): Promise<Role[]> {
  const processes = await countProcesses(db);
  return ROLES.filter((role) => processes[role] === 0);
}

/** Returns a message if all live processes together may open more connections than the server allows; else null. */
export async function connectionShortage(db: Queryable): Promise<string | null> {
  const live = await readLiveProcesses(db);
  const wanted = live.reduce((sum, { connections }) => sum + connections, 0);
  const allowed = await readConnectionLimit(db);
  if (wanted <= allowed) return null;
  const byRoles = new Map<string, number>();
  for (const { roles, connections } of live) {
    const name = roles.join('+') || 'parents of mail processes';
    byRoles.set(name, (byRoles.get(name) ?? 0) + connections);
  }
  const parts = [...byRoles].map(([name, count]) => `${name} ${count}`).join(', ');
  return (
    `${live.length} processes of this database may open ${wanted} connections (${parts}), and the server allows ${allowed} to all of ` +
    'its databases together'
  );
}

import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '../../../db/embedded.ts';
import { newDataDir } from './data-dir.ts';

const log = { info() {}, warn: console.warn, error: console.error };

/**
 * Starts a PostgreSQL with a migrated database and a streaming replica of it. Both are copies of one stopped cluster, which replaces
 * pg_basebackup: npm's PostgreSQL does not have that.
 */
export async function startStreamingReplica() {
  const folders = [newDataDir('primary'), newDataDir('replica')] as const;
  const [primaryDir, replicaDir] = folders;
  const primary = await startEmbedded({ dataDir: primaryDir, durable: false, log });
  const { hostname, port, username, password } = new URL(primary.connectionString);
  const cluster = join(replicaDir, 'postgres');
  writeFileSync(join(cluster, 'standby.signal'), '');
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  const replica = await startEmbedded({ dataDir: replicaDir, durable: false, log });
  return {
    primary: primary.connectionString,
    replica: replica.connectionString,
    async stop() {
      await primary.stop();
      await replica.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

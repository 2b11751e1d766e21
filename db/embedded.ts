import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { chooseAccount } from './embedded-account.ts';
import { findBinaries } from './embedded-binaries.ts';
import { ensureCluster, readPassword, SUPERUSER } from './embedded-cluster.ts';
import { findPostmaster, isPostmasterOf, stopPostmaster } from './embedded-postmaster.ts';
import { type EmbeddedLog, runServer } from './embedded-server.ts';

const DATABASE = 'nameplate';

export type Embedded = { connectionString: string; stop(): Promise<void> };

/**
 * Starts the PostgreSQL that npm installed, on a free loopback port, and restarts it after every unexpected end. The
 * first start creates the cluster in `dataDir`/postgres. The caller must hold the lock on `dataDir`. First shuts down a
 * database that has outlived its parent process. `durable: false` is for tests only.
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: EmbeddedLog;
  durable?: boolean;
}): Promise<Embedded> {
  const { log, durable = true } = options;
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const cluster = join(dataDir, 'postgres');
  const binaries = await findBinaries();
  const account = chooseAccount(cluster, dataDir, binaries.postgres);

  const orphan = findPostmaster(cluster);
  if (orphan) {
    log.warn(`stopping the database that an earlier Nameplate left running (pid ${orphan.pid})`);
    await stopPostmaster(orphan.pid, () => !isPostmasterOf(orphan.pid, cluster));
  }
  const password = await ensureCluster(cluster, dataDir, binaries, account);
  const server = await runServer({ postgres: binaries.postgres, account, cluster, dataDir, log, durable });
  try {
    await ensureDatabase(address(password, server.port, 'postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { connectionString: address(password, server.port, DATABASE), stop: server.stop };
}

/**
 * Returns the URL of the embedded database that another process runs in this DATA_DIR; undefined if no database is
 * ready.
 */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  let found: ReturnType<typeof findPostmaster>;
  try {
    found = findPostmaster(join(realpathSync(dataDir), 'postgres'));
  } catch {
    return undefined; // The folder does not exist.
  }
  return found?.ready ? address(await readPassword(dataDir), found.port, DATABASE) : undefined;
}

function address(password: string, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { DataDirTakenError, lockDataDir } from '../../db/data-dir-lock.ts';
import { findEmbedded, startEmbedded } from '../../db/embedded.ts';
import { EmbeddedError } from '../../db/embedded-error.ts';
import type { Config } from '../platform/config/config.ts';
import { BackupError } from './backup-error.ts';

const LOG = { info: () => {}, warn: console.error, error: console.error };

/**
 * Runs `work` with the address of the configured database: DATABASE_URL, without a pooler, or the embedded database,
 * which is started if needed. A backup may use the embedded database of a running Nameplate; a restore may not.
 */
export async function withDatabase<T>(
  { databaseUrl, databaseDirectUrl, dataDir }: Config,
  purpose: 'backup' | 'restore',
  work: (url: string) => Promise<T>,
): Promise<T> {
  const external = databaseDirectUrl ?? databaseUrl;
  if (external) return work(external);
  const running = purpose === 'backup' ? await findEmbedded(dataDir) : undefined;
  if (running) return work(running);
  if (purpose === 'backup' && !existsSync(path.join(dataDir, 'postgres'))) {
    throw new BackupError(
      `There is no database in DATA_DIR ${dataDir}: set DATA_DIR or DATABASE_URL as for \`npm start\`.`,
    );
  }
  let lock: ReturnType<typeof lockDataDir> | undefined;
  let database: Awaited<ReturnType<typeof startEmbedded>> | undefined;
  try {
    lock = lockDataDir(dataDir);
    database = await startEmbedded({ dataDir, log: LOG });
    return await work(database.connectionString);
  } catch (error) {
    if (error instanceof DataDirTakenError || error instanceof EmbeddedError) throw new BackupError(error.message);
    throw error;
  } finally {
    await database?.stop();
    lock?.release();
  }
}

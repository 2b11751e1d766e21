import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../../db/embedded.ts';
import { migrate } from '../../../db/migrate.ts';
import { copyDataDir, dataDirTemplate } from '../server/data-dir.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's PostgreSQL, as superuser. */
    postgresUrl: string;
    /** Name of the migrated database that `createTestDatabase` copies. */
    templateDatabase: string;
  }
}

const TEMPLATE = 'migrated';
const log = { info: report, warn: report, error: report };

function report(message: string): void {
  console.error(message);
}

/**
 * Vitest's global setup: the DATA_DIR that `newDataDir` copies, and one PostgreSQL for the whole run, with a migrated
 * database to copy from.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nameplate-tests-'));
  copyDataDir(await template(), dataDir);
  const database = await startEmbedded({ dataDir, durable: false, log });
  const teardown = async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query(`CREATE DATABASE ${TEMPLATE} TEMPLATE ${new URL(database.connectionString).pathname.slice(1)}`);
    await client.end();
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgresUrl', database.connectionString);
  project.provide('templateDatabase', TEMPLATE);
  return teardown;
}

/** Returns the run's DATA_DIR with a migrated database, and creates it if this run has none yet. */
async function template(): Promise<string> {
  const folder = dataDirTemplate();
  if (!folder) throw new Error('run-folder.ts comes before postgres.ts in globalSetup');
  process.env.NAMEPLATE_DATA_DIR_TEMPLATE = folder;
  if (existsSync(folder)) return folder;
  // Renamed when it is complete, because Playwright's tests of the same run may look for it.
  const draft = mkdtempSync(`${folder}-`);
  const database = await startEmbedded({ dataDir: draft, durable: false, log });
  try {
    await migrate(database.connectionString);
  } finally {
    await database.stop();
  }
  renameSync(draft, folder);
  return folder;
}

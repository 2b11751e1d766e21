import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../../db/embedded.ts';
import { migrate } from '../../../db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's PostgreSQL, as superuser. */
    postgresUrl: string;
    /** Name of the migrated database that `createTestDatabase` copies. */
    templateDatabase: string;
  }
}

const TEMPLATE = 'migrated';

/** Vitest's global setup: one PostgreSQL for the whole run, with a migrated database to copy from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nameplate-tests-'));
  const say = (message: string) => console.error(message);
  const database = await startEmbedded({ dataDir, durable: false, log: { info: say, warn: say, error: say } });
  const teardown = async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
    await client.end();
    const template = new URL(database.connectionString);
    template.pathname = TEMPLATE;
    await migrate(template.href);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgresUrl', database.connectionString);
  project.provide('templateDatabase', TEMPLATE);
  return teardown;
}

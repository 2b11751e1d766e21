import { findEmbedded } from '../../../db/embedded.ts';
import { type Database, openDatabase, openPool } from '../../../server/platform/db/database.ts';
import type { App } from '../server/app-process.ts';

/** Changes the database of an app, which runs in a separate process. */
export async function seed<T>({ dataDir }: App, change: (db: Database) => Promise<T>): Promise<T> {
  const url = await findEmbedded(dataDir);
  if (!url) throw new Error(`${dataDir} has no running database`);
  const db = openDatabase(openPool(url, 1));
  try {
    return await change(db);
  } finally {
    await db.destroy();
  }
}

/** The time this many milliseconds ago, on the clock of a real server. */
export const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

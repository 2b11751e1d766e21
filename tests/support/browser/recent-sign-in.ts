import pg from 'pg';
import { findEmbedded } from '../../../db/embedded.ts';
import type { App } from '../server/app-process.ts';

/** Moves all sign-ins of an account back by a day, so that the server requires a recent one. */
export async function ageSignIns(app: App, email: string): Promise<void> {
  const client = new pg.Client({ connectionString: await findEmbedded(app.dataDir) });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `update sessions set confirmed_at = confirmed_at - interval '1 day'
       where account_id = (select id from accounts where email = $1)`,
      [email],
    );
    if (!rowCount) throw new Error(`${email} has no session`);
  } finally {
    await client.end();
  }
}

import pg from 'pg';
import { findEmbedded } from '../../../db/embedded.ts';
import type { App } from '../server/app-process.ts';

/**
 * Gives the account with this email `count` more free handles: `{prefix}-0`, `{prefix}-1` and so on. They are written to the database, because that
 * many claims would take longer than the tests that need them.
 */
export async function claimMany(app: App, email: string, prefix: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: await findEmbedded(app.dataDir) });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `insert into handles (handle, account_id)
       select $2 || '-' || number, accounts.id from accounts, generate_series(0, $3::int - 1) number
       where email = $1 order by number`,
      [email, prefix, count],
    );
    if (rowCount !== count) throw new Error(`${email} got ${rowCount} handles`);
  } finally {
    await client.end();
  }
}

import { readFile } from 'node:fs/promises';
import pg from 'pg';

const GRANTS = new URL('./service-role.sql', import.meta.url);
const NAME_IN_FILE = /\bnameplate_service\b/g;
/** Names that need no quotes. Quotes inside the strings of the file would have to be escaped twice. */
const PLAIN_NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/**
 * Grants a role the rights to run Nameplate on a migrated database, in one transaction; a repeated call is harmless.
 * The connection must be that of the owner of the tables. Throws if the name of the role needs quotes or the database
 * reports an error.
 */
export async function grantServiceRole(connectionString: string, role: string): Promise<void> {
  if (!PLAIN_NAME.test(role)) {
    throw new Error(`${JSON.stringify(role)} is not a role name of lower-case letters, digits and underscores`);
  }
  const text = await readFile(GRANTS, 'utf8');
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text.replace(NAME_IN_FILE, role));
  } finally {
    await client.end();
  }
}

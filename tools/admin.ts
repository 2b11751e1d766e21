import { findEmbedded } from '../db/embedded.ts';
import { changeAdmin } from '../server/admin/users/roles-rules.ts';
import { ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { openDatabase, openPool } from '../server/platform/db/database.ts';

// Grants and revokes administrator rights while Nameplate runs. ADMIN_EMAILS grants them independently of this command.
const USAGE = 'npm run admin -- grant|revoke EMAIL';
const [action = '', email = ''] = process.argv.slice(2);
if (!['grant', 'revoke'].includes(action) || email === '') fail(USAGE);

try {
  const config = parseConfig(process.env);
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (await findEmbedded(config.dataDir));
  if (!url) fail('The embedded database is not running: start Nameplate first, or set DATABASE_URL.');
  const pool = openPool(url, 1);
  try {
    const changed = await changeAdmin(openDatabase(pool), email, action === 'grant');
    if (changed === undefined) {
      fail(`No account has the address ${email}. Claiming a handle or signing in with it creates one.`);
    }
    const isOne = action === 'grant' ? 'an administrator' : 'no administrator';
    console.log(changed ? `${email} is ${isOne} now.` : `${email} was ${isOne} already.`);
    if (action === 'revoke' && config.adminEmails.some((address) => address.toLowerCase() === email.toLowerCase())) {
      console.log('ADMIN_EMAILS names this address: it keeps the rights until you remove it from that setting.');
    }
  } finally {
    await pool.end();
  }
} catch (error) {
  fail(error instanceof ConfigError ? error.message : `The database can't be used: ${(error as Error).message}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

import { findEmbedded } from '../db/embedded.ts';
import {
  endSessionsByEmail,
  endSessionsOfEveryone,
  resetPasskeysByEmail,
} from '../server/admin/users/end-sessions-rules.ts';
import { changeAdmin } from '../server/admin/users/roles-rules.ts';
import { type Config, ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { type Database, openDatabase, openPool } from '../server/platform/db/database.ts';

// Manages administrators and sessions while Nameplate runs. ADMIN_EMAILS makes administrators independently of this command.
const USAGE = `npm run admin -- grant|revoke EMAIL      make an account an administrator, or no longer
npm run admin -- reset-passkeys EMAIL    remove all passkeys of an account, and end its sessions
npm run admin -- end-sessions EMAIL      sign an account out everywhere
npm run admin -- end-sessions --all      sign everyone out`;

type Action = (db: Database, email: string, config: Config) => Promise<void>;

const ACTIONS: Record<string, Action> = {
  grant: (db, email) => setAdmin(db, email, true),

  async revoke(db, email, config) {
    await setAdmin(db, email, false);
    if (config.adminEmails.some((address) => address.toLowerCase() === email.toLowerCase())) {
      console.log('ADMIN_EMAILS names this address: it keeps the rights until you remove it from that setting.');
    }
  },

  async 'reset-passkeys'(db, email) {
    const reset = known(await resetPasskeysByEmail(db, email, new Date()), email);
    console.log(`${count(reset.passkeys, 'passkey')} removed and ${count(reset.sessions, 'session')} ended: ${email}.`);
    console.log('The next sign-in is by email. An administrator adds a new passkey then.');
  },

  async 'end-sessions'(db, email) {
    const ended =
      email === '--all' ? await endSessionsOfEveryone(db) : known(await endSessionsByEmail(db, email), email);
    console.log(`${count(ended, 'session')} ended${email === '--all' ? '' : `: ${email}`}.`);
  },
};

const [name = '', email = ''] = process.argv.slice(2);
const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
if (!action || email === '' || (email.startsWith('-') && name !== 'end-sessions')) fail(USAGE);

try {
  const config = parseConfig(process.env);
  const url = config.databaseDirectUrl ?? config.databaseUrl ?? (await findEmbedded(config.dataDir));
  if (!url) fail('The embedded database is not running: start Nameplate first, or set DATABASE_URL.');
  const pool = openPool(url, 1);
  try {
    await action(openDatabase(pool), email, config);
  } finally {
    await pool.end();
  }
} catch (error) {
  fail(error instanceof ConfigError ? error.message : `The database is not usable: ${(error as Error).message}`);
}

async function setAdmin(db: Database, address: string, isAdmin: boolean): Promise<void> {
  const changed = known(await changeAdmin(db, address, isAdmin), address);
  const role = isAdmin ? 'an administrator' : 'no administrator';
  console.log(changed ? `${address} is ${role} now.` : `${address} was ${role} already.`);
}

function known<Result>(result: Result | undefined, address: string): Result {
  if (result !== undefined) return result;
  fail(`No account has the address ${address}. Claiming a handle or signing in with it creates one.`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

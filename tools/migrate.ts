import { parseArgs } from 'node:util';
import { findEmbedded } from '../db/embedded.ts';
import { grantServiceRole } from '../db/grant-service-role.ts';
import { migrate } from '../db/migrate.ts';

// Migrates the database without starting Nameplate: before a rolling upgrade, and if Nameplate connects with a role
// that does not own the tables. In the second case DATABASE_URL must name the owner, and --grant ROLE grants the role
// its rights again. No other setting is required.
const USAGE = `npm run migrate                     migrates the database of DATABASE_URL
npm run migrate -- --grant ROLE     and gives that role the rights to run Nameplate`;

const { grant } = readArguments();
const url = process.env.DATABASE_URL || (await findEmbedded(process.env.DATA_DIR || './data'));
if (!url) {
  console.error('Set DATABASE_URL. `npm start` migrates the embedded database.');
  process.exit(1);
}
try {
  const { newer, unbuilt } = await migrate(url);
  console.log(
    newer.length === 0
      ? 'The database has the schema of this release.'
      : `The database has the schema of a newer release (${newer.join(', ')}), which is compatible with this release.`,
  );
  if (unbuilt.length > 0) {
    console.log(
      `Not built: ${unbuilt.join(', ')}. Searches of administrators are slow until then: run this again as the owner of the tables, and not during a backup.`,
    );
  }
  if (grant !== undefined) {
    await grantServiceRole(url, grant);
    console.log(`The role ${grant} has the rights to run Nameplate.`);
  }
} catch (error) {
  console.error(`The migration failed: ${(error as Error).message}`);
  process.exit(1);
}

function readArguments(): { grant?: string | undefined } {
  try {
    return parseArgs({ options: { grant: { type: 'string' } } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(1);
  }
}

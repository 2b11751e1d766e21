import { findEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

// Brings the database to this release's schema without starting anything: before a rolling upgrade, and where the role
// that Nameplate connects as does not own the tables. DATABASE_URL names the owner then. No other setting is needed.
const url = process.env.DATABASE_URL || (await findEmbedded(process.env.DATA_DIR || './data'));
if (!url) {
  console.error('Set DATABASE_URL. The embedded database is migrated by npm start itself.');
  process.exit(1);
}
try {
  const { newer } = await migrate(url);
  console.log(
    newer.length === 0
      ? 'The database has the schema of this release.'
      : `The database has the schema of a newer release (${newer.join(', ')}), which this one can run on.`,
  );
} catch (error) {
  console.error(`The database was not migrated: ${(error as Error).message}`);
  process.exit(1);
}

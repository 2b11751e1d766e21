import { findEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';

// Migrates the database without starting Nameplate: before a rolling upgrade, and if the role that Nameplate connects as
// does not own the tables. In the second case DATABASE_URL must name the owner. No other setting is required.
const url = process.env.DATABASE_URL || (await findEmbedded(process.env.DATA_DIR || './data'));
if (!url) {
  console.error('Set DATABASE_URL. `npm start` migrates the embedded database.');
  process.exit(1);
}
try {
  const { newer } = await migrate(url);
  console.log(
    newer.length === 0
      ? 'The database has the schema of this release.'
      : `The database has the schema of a newer release (${newer.join(', ')}), which is compatible with this release.`,
  );
} catch (error) {
  console.error(`The database was not migrated: ${(error as Error).message}`);
  process.exit(1);
}

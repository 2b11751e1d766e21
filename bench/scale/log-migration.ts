import pg from 'pg';
import { migrate, ownMigrations } from '../../db/migrate.ts';
import { newId } from '../../mail/message/message-id.ts';
import { writeDeliveries } from '../../server/forwarding/shared/write-deliveries-store.ts';
import { seedDeliveries } from './seed-deliveries.ts';

/** The last migration of the last release without a partitioned delivery log. */
const BEFORE = '0024_page_report_notices';

/**
 * Fills the delivery log of an empty database in the form of 0.8.0, and migrates it while deliveries are written one after another.
 * Returns a note.
 */
export async function measureLogMigration(url: string, rows: number): Promise<string> {
  const own = await ownMigrations();
  await migrate(url, Object.fromEntries(Object.entries(own).filter(([name]) => name <= BEFORE)));
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // A pool that has ended may still be closing its connection when the server stops.
  pool.on('error', () => {});
  try {
    await seedDeliveries(url, rows);
    let longest = 0;
    let writes = 0;
    let isMigrating = true;
    const write = async () => {
      while (isMigrating) {
        const begun = performance.now();
        await writeDeliveries(pool, [delivery()]);
        longest = Math.max(longest, performance.now() - begun);
        writes += 1;
      }
    };
    const writing = write();
    const begun = performance.now();
    await migrate(url);
    isMigrating = false;
    await writing;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    return `migrating a delivery log of ${rows} rows took ${seconds} s with all later migrations; the slowest of ${writes} writes in this time took ${Math.round(longest)} ms`;
  } finally {
    await pool.end();
  }
}

function delivery() {
  const now = new Date();
  return {
    id: newId(now),
    key: '',
    recipient: 'person@mail.example',
    sender: '',
    author: '',
    subject: '',
    client: '',
    size: 1,
    direction: 'received' as const,
    state: 'delivered' as const,
    at: now.toISOString(),
    events: [],
    inboxes: new Map(),
  };
}

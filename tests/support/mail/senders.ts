import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { DAY } from '../../../contract/time.ts';
import type { Submitter } from '../../../mail/host/submission-policy.ts';
import {
  createSubmissionPolicy,
  type DatabaseSubmissionPolicy,
} from '../../../server/mail/adapters/submission-policy.ts';
import { parseConfig } from '../../../server/platform/config/config.ts';
import { type Database, openDatabase, openPool } from '../../../server/platform/db/database.ts';
import { createAppPassword, hashAppPassword } from '../../../server/sending/shared/app-password-secret.ts';
import { createTestDatabase } from '../server/test-database.ts';

const config = parseConfig({ PUBLIC_URL: 'http://localhost:3000', MAIL_DOMAIN: 'np.example' });
const NOW = new Date('2026-11-22T10:20:30Z');
const MONTH = 30 * DAY;

export type Senders = Awaited<ReturnType<typeof openSenders>>;

/** Handles that send, on a separate database, with a clock that tests set. */
async function openSenders() {
  const database = await createTestDatabase();
  const pool: pg.Pool = openPool(database.url);
  const db: Database = openDatabase(pool);
  const warnings: { event?: string }[] = [];
  let number = 0;
  const senders = {
    pool,
    db,
    warnings,
    url: database.url,
    now: NOW,

    /** Opens a policy as a mail process does. */
    open: (on: pg.Pool = pool) =>
      createSubmissionPolicy({
        config,
        db: openDatabase(on),
        pool: on,
        clock: () => senders.now,
        log: { warn: (details: object) => void warnings.push(details) },
      }),

    /** Creates a handle, by default of the Plus plan, with an app password; past its first week unless `isNew`. */
    async create({ isNew = false, handle = `annie${number++}` } = {}) {
      const { id } = await db.insertInto('handles').values({ handle }).returning('id').executeTakeFirstOrThrow();
      const password = createAppPassword();
      const { id: passwordId } = await db
        .insertInto('app_passwords')
        .values({ handle_id: id, name: 'Laptop', secret_hash: hashAppPassword(password) })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!isNew) {
        const first_sent_at = new Date(senders.now.getTime() - MONTH);
        await db.insertInto('sending_settings').values({ handle_id: id, first_sent_at }).execute();
      }
      const submitter: Submitter = { passwordId, key: handle, address: `${handle}@np.example` };
      return { id, handle, password, submitter };
    },

    /** The counts of a handle, by hour. */
    usageOf: (id: number) =>
      db.selectFrom('sending_usage').selectAll().where('handle_id', '=', id).orderBy('hour').execute(),

    async close() {
      await pool.end();
      await database.drop();
    },
  };
  return senders;
}

/** Gives each test of a file the policy of a mail process, with separate senders for the file. */
export function setUpSenders(provide: (given: { senders: Senders; policy: DatabaseSubmissionPolicy }) => void): void {
  let senders: Senders;
  let policy: DatabaseSubmissionPolicy;
  beforeAll(async () => {
    senders = await openSenders();
  });
  beforeEach(() => {
    senders.now = NOW;
    senders.warnings.length = 0;
    policy = senders.open();
    provide({ senders, policy });
  });
  afterEach(() => policy.stop());
  afterAll(() => senders?.close());
}

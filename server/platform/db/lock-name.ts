import { sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Transaction } from './database.ts';

/** Takes a lock on a name for the rest of the transaction. The first word of the name states what it locks. */
export async function lockName(trx: Transaction<DB>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../plumbing/database.ts';
import { countHandles, quarantine, unquarantine } from './quarantine-store.ts';

/** The owner leaves: pages go offline and mail is refused at once, and nobody can claim the names. */
export async function quarantineHandles(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  await quarantine(trx, accountId, now);
}

/** The owner came back in time: every handle is what it was before. */
export async function restoreHandles(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  await unquarantine(trx, accountId, now);
}

/** How many handles an account has, whatever their state. */
export async function handlesOfAccount(db: Queryable, accountId: number): Promise<number> {
  return countHandles(db, accountId);
}

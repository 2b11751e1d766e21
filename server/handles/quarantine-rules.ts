import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../plumbing/database.ts';
import { countHandles, deleteOwnerless, disown, quarantine, unquarantine } from './quarantine-store.ts';

/** How long a handle is nobody's before it can be claimed again. */
const QUARANTINE_MONTHS = 12;
const A_BATCH = 500;

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

/** The owner is gone for good: nothing on the handles tells of them any more, and nobody gets the names yet. */
export async function letGoOfHandles(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  await disown(trx, accountId, now);
}

/** Frees handles whose quarantine is over: who wrote to the old owner must not reach a new one before. */
export async function freeOldHandles(db: Queryable, now: Date): Promise<void> {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() - QUARANTINE_MONTHS);
  while ((await deleteOwnerless(db, end, A_BATCH)) === A_BATCH);
}

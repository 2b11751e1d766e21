import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { membershipsOf, teamHandles } from './leaving-store.ts';
import { leave } from './members/members-rules.ts';
import { lockAnyHandle } from './members/members-store.ts';

/** Returns the handles of an account that have members, who lose access when the account is closed. */
export async function teamHandlesOf(db: Queryable, accountId: number) {
  return teamHandles(db, accountId);
}

/** Ends every membership of an account that is being closed, and the inboxes that it has set, and notifies the owners. */
export async function leaveTeams(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  for (const membership of await membershipsOf(trx, accountId)) {
    const handle = await lockAnyHandle(trx, membership.handle_id);
    if (handle) await leave(trx, handle, membership, now);
  }
}

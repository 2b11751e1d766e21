import { DAY } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { membershipsOf, teamHandles } from './leaving-store.ts';
import { leave } from './members/members-rules.ts';
import { deleteInvitationsBefore, lockAnyHandle } from './members/members-store.ts';
import { deleteOffersBefore } from './transfers/transfers-store.ts';

/** Days for which an invitation or offer that has expired is still listed. */
const LISTED_DAYS = 30;

/** Returns the handles of an account that have members, who lose access when the account is closed. */
export async function teamHandlesOf(db: Queryable, accountId: number) {
  return teamHandles(db, accountId);
}

/** Ends every membership of an account that is being closed, with the inboxes that it has set, and tells the owners. */
export async function leaveTeams(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  for (const membership of await membershipsOf(trx, accountId)) {
    const handle = await lockAnyHandle(trx, membership.handle_id);
    if (handle) await leave(trx, handle, membership, now);
  }
}

/** Deletes invitations and offers 30 days after they expired. */
export async function deleteExpiredInvitations(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - LISTED_DAYS * DAY);
  await deleteInvitationsBefore(db, before);
  await deleteOffersBefore(db, before);
}

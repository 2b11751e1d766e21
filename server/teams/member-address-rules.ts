import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { deleteInvitationsBeside, setMemberAddress } from './members/members-store.ts';

/**
 * Gives the memberships of an account its new address. Invitations and offers that wait belong to the address that they were sent
 * to; only one to a handle of which the account is a member or the owner is deleted.
 */
export async function renameMember(trx: Transaction<DB>, accountId: number, email: string): Promise<void> {
  await deleteInvitationsBeside(trx, accountId, email);
  await setMemberAddress(trx, accountId, email);
}

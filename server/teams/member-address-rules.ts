import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { deleteInvitationsBeside, setMemberAddress } from './members/members-store.ts';

/**
 * Gives the memberships of an account its new address. Waiting invitations and offers stay with the address that they
 * were sent to; only those to handles where the account is a member or the owner are deleted.
 */
export async function renameMember(trx: Transaction<DB>, accountId: number, email: string): Promise<void> {
  await deleteInvitationsBeside(trx, accountId, email);
  await setMemberAddress(trx, accountId, email);
}

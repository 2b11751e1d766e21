import type { MemberRole } from '../../../contract/roles.ts';
import type { Invitations } from '../../../contract/teams/teams.ts';
import type { DB } from '../../../db/schema.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { recordAbout } from '../activity-rules.ts';
import type { TeamNotice } from '../emails/team-emails.ts';
import type { TeamContext } from '../members/members-rules.ts';
import { addressOf, deleteMember, lockAnyHandle } from '../members/members-store.ts';
import { offersTo } from '../transfers/offered-transfers-rules.ts';
import { findInvitation, findInvitations, join } from './invitations-store.ts';

/** Returns the invitations and the offered handles that wait for an account. */
export async function listInvitations({ db, clock }: TeamContext, accountId: number): Promise<Invitations> {
  const rows = await findInvitations(db, accountId, clock());
  return {
    invitations: rows.map((row) => ({
      id: row.id,
      handle: row.handle,
      role: row.role as MemberRole,
      invitedBy: row.invited_by ?? '',
      expiresAt: row.expires_at.toISOString(),
    })),
    transfers: await offersTo(db, accountId, clock()),
  };
}

/**
 * Makes the account a member and notifies the owner. A repeated call changes nothing. Throws `not_found` for an
 * invitation to another address, `invitation_expired`, and `plan_without_teams`.
 */
export async function acceptInvitation(
  { db, clock }: TeamContext,
  accountId: number,
  id: number,
): Promise<{ handleId: number; handle: string }> {
  return db.transaction().execute((trx) => joinTeam(trx, accountId, id, clock()));
}

/** Does the same in the caller's transaction. */
export async function joinTeam(
  trx: Transaction<DB>,
  accountId: number,
  id: number,
  now: Date,
): Promise<{ handleId: number; handle: string }> {
  const found = await findInvitation(trx, accountId, id);
  const handle = found && (await lockAnyHandle(trx, found.handle_id));
  // The invitation may have been withdrawn or accepted while this waited for the lock.
  const invitation = handle && (await findInvitation(trx, accountId, id));
  if (!invitation || handle.account_id === null || handle.account_id === accountId) throw new ApiError('not_found');
  const accepted = { handleId: handle.id, handle: handle.handle };
  if (invitation.account_id === accountId) return accepted;
  if (handle.state !== 'active' && handle.state !== 'resting') throw new ApiError('not_found');
  if (invitation.expires_at <= now) throw new ApiError('invitation_expired');
  if (!isEntitled(handle, 'teams')) throw new ApiError('plan_without_teams');
  await join(trx, invitation.id, accountId, now);
  const { email: member } = invitation;
  await recordAbout(trx, { handleId: handle.id, accountId }, 'member.joined', member);
  const to = await addressOf(trx, handle.account_id);
  if (to !== undefined) {
    await orderUnlimitedEmail<TeamNotice>(trx, { kind: 'member-joined', to, handle: handle.handle, member });
  }
  return accepted;
}

/** Deletes an invitation that the account does not want. Throws `not_found`, even for an accepted invitation. */
export async function declineInvitation({ db }: TeamContext, accountId: number, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await findInvitation(trx, accountId, id);
    const handle = found && (await lockAnyHandle(trx, found.handle_id));
    const invitation = handle && (await findInvitation(trx, accountId, id));
    if (!invitation || invitation.account_id !== null) throw new ApiError('not_found');
    await deleteMember(trx, invitation.id);
    const actor = { handleId: handle.id, accountId };
    await recordAbout(trx, actor, 'invitation.withdrawn', invitation.email);
  });
}

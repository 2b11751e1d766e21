import { hasRight, type MemberRole } from '../../../contract/teams/roles.ts';
import { INVITATION_DAYS, MAX_MEMBERS, type Member, type NewMember } from '../../../contract/teams/teams.ts';
import type { DB } from '../../../db/schema.ts';
import { orderEmail, orderUnlimitedEmail } from '../../emails/rules.ts';
import { assertForeignAddress } from '../../forwarding/shared/foreign-address.ts';
import { lockHandle, requireHandle } from '../../handles/shared/handle-access.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { isEntitled } from '../../sending/shared/entitlement.ts';
import { recordAbout } from '../activity-rules.ts';
import type { InvitationEmail, TeamNotice } from '../emails/team-emails.ts';
import { assertMayInvite } from '../invitation-limit-rules.ts';
import {
  addressOf,
  countPlaces,
  deleteMember,
  findByEmail,
  findMember,
  findMembers,
  lockAnyHandle,
  type MemberRow,
  prolongInvitation,
  saveInvitation,
  setRole,
} from './members-store.ts';

const DAY = 24 * 3_600_000;

/** What the rules of teams need. */
export interface TeamContext {
  db: Database;
  clock: Clock;
}

/** The signed-in account, and the handle that it asks for. */
export interface Caller {
  account: { id: number; email: string };
  handleId: number;
}

/** Returns when an invitation, or the offer of a handle, that is made now expires. */
export function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + INVITATION_DAYS * DAY);
}

export const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function toMember(row: MemberRow, now: Date): Member {
  const hasJoined = row.joined_at !== null;
  return {
    id: row.id,
    email: row.email,
    role: row.role as MemberRole,
    status: hasJoined ? 'member' : row.expires_at > now ? 'invited' : 'expired',
    invitedAt: row.invited_at.toISOString(),
    expiresAt: hasJoined ? null : row.expires_at.toISOString(),
    joinedAt: row.joined_at?.toISOString() ?? null,
    mail: row.mail,
    receivesMail: hasJoined && row.mail && row.address !== null && row.wants_mail && row.paused_at === null,
    inboxesSet: [],
  };
}

/** Returns the members of a handle; who is invited is shown to those who manage the team. Throws `not_found`. */
export async function listMembers({ db, clock }: TeamContext, { account, handleId }: Caller): Promise<Member[]> {
  const caller = await requireHandle(db, account.id, handleId, 'page');
  const members = (await findMembers(db, caller.id)).map((row) => toMember(row, clock()));
  return hasRight(caller, 'manage') ? members : members.filter(({ status }) => status === 'member');
}

/**
 * Invites a person by email. Throws `plan_without_teams`, `own_domain`, `member_known`, `member_limit`, `too_many_requests` and
 * `too_many_letters`.
 */
export async function inviteMember(
  { db, clock, mailDomain }: TeamContext & { mailDomain: string },
  { account, handleId }: Caller,
  { email, role }: NewMember,
): Promise<Member> {
  const now = clock();
  assertForeignAddress(email, mailDomain, 'email');
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, account.id, handleId, 'manage');
    if (!isEntitled(handle, 'teams')) throw new ApiError('plan_without_teams');
    const known = await findByEmail(trx, handle.id, email);
    const isOwner = isSameAddress((await addressOf(trx, handle.owner_id)) ?? '', email);
    if (isOwner || (known && (known.joined_at !== null || known.expires_at > now))) throw new ApiError('member_known');
    await assertPlaceLeft(trx, handle.id, now);
    await assertMayInvite(trx, handle.id);
    const invitation = { email, role, invitedBy: account.id, now, expiresAt: expiryFrom(now) };
    const row = await saveInvitation(trx, handle.id, invitation);
    await mailInvitation(trx, account.id, row, now);
    return toMember(row, now);
  });
}

/** Mails an invitation again, which can then be accepted for 14 more days. Throws `invitation_not_expired` for a member. */
export async function resendInvitation(
  { db, clock }: TeamContext,
  { account, handleId }: Caller,
  memberId: number,
): Promise<Member> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, account.id, handleId, 'manage');
    const row = await requireMember(trx, handle.id, memberId);
    if (row.joined_at !== null) throw new ApiError('invitation_not_expired');
    if (!isEntitled(handle, 'teams')) throw new ApiError('plan_without_teams');
    if (row.expires_at <= now) await assertPlaceLeft(trx, handle.id, now);
    await assertMayInvite(trx, handle.id);
    const prolonged = await prolongInvitation(trx, row.id, expiryFrom(now));
    await mailInvitation(trx, account.id, prolonged, now);
    return toMember(prolonged, now);
  });
}

async function mailInvitation(trx: Transaction<DB>, accountId: number, row: MemberRow, now: Date): Promise<void> {
  const { id: memberId, handle_id: handleId, email } = row;
  await recordAbout(trx, { handleId, accountId }, 'member.invited', email);
  await orderEmail<InvitationEmail>(trx, { kind: 'team-invitation', to: email, memberId }, now, {
    ...{ kind: 'account', account: accountId },
  });
}

async function assertPlaceLeft(trx: Transaction<DB>, handleId: number, now: Date): Promise<void> {
  if ((await countPlaces(trx, handleId, now)) >= MAX_MEMBERS) throw new ApiError('member_limit');
}

async function requireMember(trx: Transaction<DB>, handleId: number, id: number): Promise<MemberRow> {
  const row = await findMember(trx, handleId, id);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Changes the role of a member, or the role that an invitation gives. The app passwords of a new editor are revoked. */
export async function changeMember(
  { db, clock }: TeamContext,
  { account, handleId }: Caller,
  memberId: number,
  role: MemberRole,
): Promise<Member> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, account.id, handleId, 'manage');
    const row = await requireMember(trx, handle.id, memberId);
    if (row.role === role) return toMember(row, now);
    await recordAbout(trx, { handleId, accountId: account.id }, 'member.role-changed', row.email);
    return toMember(await setRole(trx, row.id, role), now);
  });
}

/** Removes a member, withdraws an invitation, or lets a member leave, also while the handle has no team. */
export async function removeMember(
  { db }: TeamContext,
  { account, handleId }: Caller,
  memberId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await findMember(trx, handleId, memberId))?.account_id === account.id) {
      const handle = await lockAnyHandle(trx, handleId);
      // Somebody else may have removed the member while this waited for the lock.
      const own = await findMember(trx, handleId, memberId);
      if (!handle || !own) throw new ApiError('not_found');
      return leave(trx, handle, own);
    }
    const managed = await lockHandle(trx, account.id, handleId, 'manage');
    const row = await requireMember(trx, managed.id, memberId);
    await deleteMember(trx, row.id);
    const action = row.joined_at ? 'member.removed' : 'invitation.withdrawn';
    await recordAbout(trx, { handleId, accountId: account.id }, action, row.email);
    if (row.joined_at === null) return;
    const notice = { kind: 'member-removed', to: row.email, handle: managed.handle } as const;
    await orderUnlimitedEmail<TeamNotice>(trx, notice);
  });
}

/** Ends a membership by the wish of the member, and tells the owner. The handle must be locked. */
export async function leave(
  trx: Transaction<DB>,
  handle: { id: number; handle: string; account_id: number | null },
  { id, account_id: accountId, email: member }: Pick<MemberRow, 'id' | 'account_id' | 'email'>,
): Promise<void> {
  await deleteMember(trx, id);
  if (accountId === null) return;
  await recordAbout(trx, { handleId: handle.id, accountId }, 'member.left', member);
  const to = await addressOf(trx, handle.account_id);
  if (to === undefined) return;
  await orderUnlimitedEmail<TeamNotice>(trx, { kind: 'member-left', to, handle: handle.handle, member });
}

import { hasRight, type MemberRole, type Role, receivesMailByDefault } from '../../../contract/roles.ts';
import {
  INVITATION_DAYS,
  MAX_MEMBERS,
  type Member,
  type MemberChange,
  type MemberRemoval,
  type NewMember,
} from '../../../contract/teams/teams.ts';
import { DAY } from '../../../contract/time.ts';
import type { DB } from '../../../db/schema.ts';
import { assertForeignAddress } from '../../addresses/foreign-address.ts';
import { orderEmail, orderUnlimitedEmail } from '../../emails/rules.ts';
import { setInboxesByMember } from '../../forwarding/set-by-members/set-by-members-rules.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import { lockHandle, requireHandle } from '../../handle-access/handle-access.ts';
import type { HandleAccess } from '../../handle-access/handle-access-store.ts';
import { requireUse } from '../../limits/count-use.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { recordAbout } from '../activity-rules.ts';
import type { InvitationEmail, TeamNotice } from '../emails/team-emails.ts';
import { changeMail, endInboxes, type TeamAct } from './member-mail-rules.ts';
import {
  addressOf,
  countPlaces,
  deleteMember,
  deletePasswordsOfMember,
  findByEmail,
  findMember,
  findMembers,
  lockAnyHandle,
  type MemberRow,
  prolongInvitation,
  saveInvitation,
  setRole,
} from './members-store.ts';

/** Dependencies of the rules of teams. */
export interface TeamContext {
  db: Database;
  clock: Clock;
}

/** Returns when an invitation, or an offer of a handle, made now expires. */
export function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + INVITATION_DAYS * DAY);
}

export const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function toMember(row: MemberRow, now: Date, inboxesSet: string[] = []): Member {
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
    inboxesSet,
  };
}

/** Returns the members of a handle and, to people who manage the team, the invited people. Throws `not_found`. */
export async function listMembers({ db, clock }: TeamContext, at: Target): Promise<Member[]> {
  const caller = await requireHandle(db, at);
  const inboxes = await shownInboxes(db, caller);
  const members = (await findMembers(db, caller.id)).map((row) => toMember(row, clock(), inboxes.get(row.id)));
  return hasRight(caller, 'manage') ? members : members.filter(({ status }) => status === 'member');
}

/** Returns the inboxes of a handle that members have set, by member, for a caller who may see them. */
async function shownInboxes(db: Queryable, caller: HandleAccess): Promise<Map<number, string[]>> {
  return hasRight(caller, 'mail') ? setInboxesByMember(db, caller.id) : new Map();
}

/**
 * Invites a person by email to a role, which includes the mail only if the owner invites. Throws `plan_without_teams`,
 * `own_domain`, `member_known`, `member_limit`, `too_many_requests` and `too_many_emails`.
 */
export async function inviteMember(
  { db, clock, mailDomain }: TeamContext & { mailDomain: string },
  at: Target,
  { email, role }: NewMember,
): Promise<Member> {
  const now = clock();
  assertForeignAddress(email, mailDomain, 'email');
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, at);
    if (!isEntitled(handle, 'teams')) throw new ApiError('plan_without_teams');
    const known = await findByEmail(trx, handle.id, email);
    const isOwner = isSameAddress((await addressOf(trx, handle.owner_id)) ?? '', email);
    if (isOwner || (known && (known.joined_at !== null || known.expires_at > now))) throw new ApiError('member_known');
    await assertPlaceLeft(trx, handle.id, now);
    await requireUse(trx, { kind: 'invitation', by: { handle: handle.id } }, now);
    const mail = handle.role === 'owner' && receivesMailByDefault(role);
    const invitation = { email, role, mail, invitedBy: at.account.id, now, expiresAt: expiryFrom(now) };
    const row = await saveInvitation(trx, handle.id, invitation);
    await mailInvitation(trx, at.account.id, row, now);
    return toMember(row, now);
  });
}

/** Emails an invitation again, which can then be accepted for 14 more days. Throws `invitation_not_expired` for a member. */
export async function resendInvitation({ db, clock }: TeamContext, at: Target, memberId: number): Promise<Member> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, at);
    const row = await requireMember(trx, handle.id, memberId);
    if (row.joined_at !== null) throw new ApiError('invitation_not_expired');
    if (!isEntitled(handle, 'teams')) throw new ApiError('plan_without_teams');
    if (row.expires_at <= now) await assertPlaceLeft(trx, handle.id, now);
    await requireUse(trx, { kind: 'invitation', by: { handle: handle.id } }, now);
    const prolonged = await prolongInvitation(trx, row.id, expiryFrom(now));
    await mailInvitation(trx, at.account.id, prolonged, now);
    return toMember(prolonged, now);
  });
}

async function mailInvitation(trx: Transaction<DB>, accountId: number, row: MemberRow, now: Date): Promise<void> {
  const { id: memberId, handle_id: handleId, email } = row;
  await recordAbout(trx, { handleId, accountId }, 'member.invited', email);
  await orderEmail<InvitationEmail>(trx, { kind: 'team-invitation', to: email, memberId }, now, {
    kind: 'account',
    account: accountId,
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

/**
 * Changes the role of a member or of an invitation, and whether it includes the mail of the handle. Only the owner
 * decides about the mail: a member to whom a manager gives another role loses it. The app passwords of a new editor are
 * revoked. The inboxes that a member has set end with the mail or the role of manager, unless the owner keeps them.
 */
export async function changeMember(
  { db, clock }: TeamContext,
  at: Target,
  memberId: number,
  { role, mail, keepInboxes }: MemberChange,
): Promise<Member> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, at);
    if (mail !== undefined || keepInboxes !== undefined) assertOwner(handle);
    let row = await requireMember(trx, handle.id, memberId);
    const act = actOf(handle, at.account, now);
    const next = role ?? (row.role as MemberRole);
    const isOtherRole = next !== row.role;
    const granted = mail ?? (isOtherRole ? handle.role === 'owner' && receivesMailByDefault(next) : row.mail);
    if (isOtherRole) {
      await recordAbout(trx, { handleId: at.id, accountId: at.account.id }, 'member.role-changed', row.email);
      row = await setRole(trx, row.id, next);
      // An editor cannot send.
      if (next === 'editor') await deletePasswordsOfMember(trx, row.id);
    }
    if (!granted || next === 'editor') await endInboxes(trx, act, row, keepInboxes === true);
    if (granted !== row.mail) row = await changeMail(trx, act, row, granted);
    return toMember(row, now, (await shownInboxes(trx, handle)).get(row.id));
  });
}

/** Throws `role_without_right` for everyone but the owner. */
function assertOwner({ role }: { role: Role }): void {
  if (role !== 'owner') {
    throw new ApiError('role_without_right', { message: 'Only the owner of the handle decides who gets its mail.' });
  }
}

function actOf(handle: HandleAccess, by: Target['account'], now: Date): TeamAct {
  return { handle: { id: handle.id, handle: handle.handle, ownerId: handle.owner_id }, by, now };
}

/**
 * Removes a member, withdraws an invitation, or lets a member leave, even while the handle has no team. The inboxes
 * that the member has set end, unless the owner keeps them.
 */
export async function removeMember(
  { db, clock }: TeamContext,
  { account, id: handleId, right }: Target,
  memberId: number,
  { keepInboxes }: MemberRemoval,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    if ((await findMember(trx, handleId, memberId))?.account_id === account.id) {
      const handle = await lockAnyHandle(trx, handleId);
      // Someone else may have removed the member while this waited for the lock.
      const own = await findMember(trx, handleId, memberId);
      if (!handle || !own) throw new ApiError('not_found');
      if (keepInboxes) assertOwner({ role: own.role as Role });
      return leave(trx, handle, own, now);
    }
    const managed = await lockHandle(trx, { account, id: handleId, right });
    if (keepInboxes) assertOwner(managed);
    const row = await requireMember(trx, managed.id, memberId);
    await endInboxes(trx, actOf(managed, account, now), row, keepInboxes);
    await deleteMember(trx, row.id);
    const action = row.joined_at ? 'member.removed' : 'invitation.withdrawn';
    await recordAbout(trx, { handleId, accountId: account.id }, action, row.email);
    if (row.joined_at === null) return;
    const notice = { kind: 'member-removed', to: row.email, handle: managed.handle } as const;
    await orderUnlimitedEmail<TeamNotice>(trx, notice);
  });
}

/**
 * Ends a membership at the member's request, and the inboxes that the member has set, and notifies the owner. Lock the
 * handle first.
 */
export async function leave(
  trx: Transaction<DB>,
  handle: { id: number; handle: string; account_id: number | null },
  { id, account_id: accountId, email: member }: Pick<MemberRow, 'id' | 'account_id' | 'email'>,
  now: Date,
): Promise<void> {
  if (accountId !== null) {
    const left = { id: handle.id, handle: handle.handle, ownerId: handle.account_id };
    await endInboxes(trx, { handle: left, by: { id: accountId, email: member }, now }, { id, email: member }, false);
  }
  await deleteMember(trx, id);
  if (accountId === null) return;
  await recordAbout(trx, { handleId: handle.id, accountId }, 'member.left', member);
  const to = await addressOf(trx, handle.account_id);
  if (to === undefined) return;
  await orderUnlimitedEmail<TeamNotice>(trx, { kind: 'member-left', to, handle: handle.handle, member });
}

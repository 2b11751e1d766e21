import type { MemberInbox, MemberInboxChange } from '../../../contract/teams/member-inbox.ts';
import type { DB } from '../../../db/schema.ts';
import { assertForeignAddress } from '../../addresses/foreign-address.ts';
import { inboxKey } from '../../addresses/inbox-key.ts';
import { orderEmail } from '../../emails/rules.ts';
import { notifyMemberInbox, tellOwnerOfInbox } from '../../forwarding/change-notice-rules.ts';
import { assertInboxAvailable, assertMayRequest } from '../../forwarding/inbox-rules.ts';
import { lockHandle, requireHandle } from '../../handle-access/handle-access.ts';
import { findAccess } from '../../handle-access/handle-access-store.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { recordAbout } from '../activity-rules.ts';
import type { MemberInboxEmail } from '../emails/member-inbox-email.ts';
import { isSameAddress, type TeamContext } from '../members/members-rules.ts';
import { changeMemberInbox, findMemberInbox, type MemberInboxRow } from './member-inbox-store.ts';

function toMemberInbox(row: MemberInboxRow): MemberInbox {
  return {
    address: row.address,
    pendingAddress: row.pending_address,
    wanted: row.wants_mail,
    pausedAt: row.paused_at?.toISOString() ?? null,
  };
}

/** Returns a member's row. Throws `not_found` for the owner, whose inbox is the forwarding of the handle. */
async function requireInbox(db: Queryable, memberId: number | null): Promise<MemberInboxRow> {
  const row = memberId === null ? undefined : await findMemberInbox(db, memberId);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Returns the inbox where a member receives the mail of a handle. Throws `not_found` for anyone else, including the owner. */
export async function memberInboxOf({ db }: TeamContext, at: Target): Promise<MemberInbox> {
  const { member_id: memberId } = await requireHandle(db, at);
  return toMemberInbox(await requireInbox(db, memberId));
}

/** Returns whether mail would go to an address that the member has not named before, which requires a recent sign-in. */
export async function isNewInbox(db: Queryable, { account, id: handleId }: Target, email: string): Promise<boolean> {
  const memberId = (await findAccess(db, account.id, handleId))?.member_id ?? null;
  const row = memberId === null ? undefined : await findMemberInbox(db, memberId);
  return email !== row?.address && email !== row?.pending_address;
}

/**
 * Sets or removes the inbox of a member, and whether mail is wanted there. A new address gets a verification email;
 * until it is verified, mail goes to the previous one. The address of the member's account was verified by signing in.
 * Throws `own_domain`, `forwarder_limit`, `inbox_stopped` and `too_many_emails`.
 */
export async function setMemberInbox(
  { db, clock, mailDomain }: TeamContext & { mailDomain: string },
  { account, id: handleId, right }: Target,
  { email, wanted }: MemberInboxChange,
): Promise<MemberInbox> {
  return db.transaction().execute(async (trx) => {
    const { id, handle, member_id: memberId } = await lockHandle(trx, { account, id: handleId, right });
    const row = await requireInbox(trx, memberId);
    if (email === null) {
      await changeMemberInbox(trx, row.id, { address: null, pending: null, wanted });
      await notifyMemberInbox(trx, row, null);
      await recordInboxChange(trx, row);
    } else if (email === row.address) {
      await changeMemberInbox(trx, row.id, { pending: null, wanted });
    } else if (email === row.pending_address) {
      await changeMemberInbox(trx, row.id, { wanted });
    } else {
      assertForeignAddress(email, mailDomain, 'email');
      // The limit applies to the member's own requests, not to those of the handle's owner.
      await assertMayRequest(trx, email, { id, handle, owner_id: account.id, accountId: account.id });
      if (isSameAddress(email, account.email)) {
        await confirmInbox(trx, row, email);
        await changeMemberInbox(trx, row.id, { wanted });
      } else {
        const pending = { address: email, key: inboxKey(email) };
        await changeMemberInbox(trx, row.id, { pending, wanted });
        await recordInboxChange(trx, row);
        await tellOwner(trx, row, 'requested', email);
        const order = { kind: 'verify-member-inbox', to: email, handle, memberId: row.id } as const;
        await orderEmail<MemberInboxEmail>(trx, order, clock(), { kind: 'account', account: account.id });
      }
    }
    return toMemberInbox(await requireInbox(trx, row.id));
  });
}

/** Makes an address the inbox of a member, within the limits of that inbox, and notifies the people concerned. */
export async function confirmInbox(trx: Transaction<DB>, row: MemberInboxRow, address: string): Promise<void> {
  await assertInboxAvailable(trx, address, { id: row.handle_id, handle: row.handle });
  await changeMemberInbox(trx, row.id, { address: { address, key: inboxKey(address) }, pending: null });
  const isFirstOwn = row.address === null && isSameAddress(address, row.email);
  if (!isFirstOwn) await notifyMemberInbox(trx, row, address);
  await tellOwner(trx, row, 'verified', address);
  await recordInboxChange(trx, row);
}

async function recordInboxChange(trx: Transaction<DB>, row: MemberInboxRow): Promise<void> {
  await recordAbout(trx, { handleId: row.handle_id, accountId: row.account_id }, 'member.inbox-changed', row.email);
}

async function tellOwner(
  trx: Transaction<DB>,
  { id: memberId, handle, owner_id: ownerId }: MemberInboxRow,
  step: 'requested' | 'verified',
  address: string,
): Promise<void> {
  await tellOwnerOfInbox(trx, { handle, ownerId, memberId }, { inbox: 'member', step, address });
}

/** Emails the verification link again. Throws `already_verified` if no address is pending. */
export async function resendMemberInbox({ db, clock }: TeamContext, at: Target): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { handle, member_id: memberId } = await lockHandle(trx, at);
    const row = await requireInbox(trx, memberId);
    if (row.pending_address === null) throw new ApiError('already_verified');
    const order = { kind: 'verify-member-inbox', to: row.pending_address, handle, memberId: row.id } as const;
    await orderEmail<MemberInboxEmail>(trx, order, clock(), { kind: 'account', account: at.account.id });
  });
}

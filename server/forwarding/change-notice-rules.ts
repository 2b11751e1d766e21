import type { DB } from '../../db/schema.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import { maskAddress } from '../emails/shared/mask-address.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { InboxOfMember } from './emails/inbox-of-member-email.ts';
import type { ForwardingNotice } from './emails/notice-email.ts';
import { refusesEmails } from './inbox-rules.ts';
import { verifiedAccountAddress } from './inbox-store.ts';
import { accountOfMember } from './set-by-members/set-by-members-store.ts';
import { type ForwardingRow, forwardingOfHandle } from './store.ts';

/**
 * Notifies the account of a handle, and the inboxes that lose its mail, that the first inbox changed or that forwarding
 * was removed (`after` is null). `before` is the record before the change. `by` is the member who made the change; null
 * for the owner, who needs no notice of a first inbox of their own.
 */
export async function notifyFirstInbox(
  trx: Transaction<DB>,
  before: ForwardingRow,
  after: string | null,
  by: number | null,
): Promise<void> {
  const doer = await accountOfMember(trx, by);
  if (before.address === null && !doer) return;
  const lostBy = after === null ? [before.address, before.backup_address] : [before.address];
  await orderNotices(trx, before, { inbox: 'first', before: before.address, after, lostBy, by: doer?.email });
}

/**
 * Notifies the account of a handle, and the inbox that loses its mail, that the second inbox changed. This includes
 * adding one, because mail can go there from now on.
 */
export async function notifySecondInbox(
  trx: Transaction<DB>,
  before: ForwardingRow,
  after: string | null,
  by: number | null,
): Promise<void> {
  if (before.backup_address === null && after === null) return;
  await orderNotices(trx, before, {
    inbox: 'second',
    by: (await accountOfMember(trx, by))?.email,
    before: before.backup_address,
    after,
    lostBy: [before.backup_address],
  });
}

/**
 * Notifies the account of a member, and the inbox that loses the mail, that the member's inbox at a handle changed.
 * This includes the member's first inbox, because mail can go there from now on.
 */
export async function notifyMemberInbox(
  trx: Transaction<DB>,
  member: { handle: string; account_id: number | null; address: string | null },
  after: string | null,
): Promise<void> {
  const { address: before } = member;
  if (before === after) return;
  await orderNotices(trx, member, { inbox: 'member', before, after, lostBy: [before] });
}

/** A member's action on an inbox of a handle, or on the member's own inbox. */
type MemberStep = Omit<InboxOfMember, 'kind' | 'to' | 'handle' | 'address' | 'by'> & { address: string };

/**
 * Notifies the owner of a handle that a member asked for an inbox, or that the member's own inbox was verified. Does
 * nothing if the owner acted (`memberId` is null). Counts against no quota, like `orderNotices`.
 */
export async function tellOwnerOfInbox(
  trx: Transaction<DB>,
  { handle, ownerId, memberId }: { handle: string; ownerId: number | null; memberId: number | null },
  { inbox, step, address }: MemberStep,
): Promise<void> {
  const by = (await accountOfMember(trx, memberId))?.email;
  const to = ownerId === null ? undefined : await verifiedAccountAddress(trx, ownerId);
  if (by === undefined || to === undefined) return;
  // Only the member may know the address of their own inbox.
  const shown = inbox === 'member' ? null : maskAddress(address);
  await orderUnlimitedEmail<InboxOfMember>(trx, {
    kind: 'inbox-of-member',
    to,
    handle,
    inbox,
    step,
    address: shown,
    by,
  });
}

/**
 * Notifies inboxes of a handle that they no longer get its mail, because the member who set them has lost the right to
 * its mail.
 */
export async function notifyLostInboxes(trx: Transaction<DB>, handle: string, lostBy: string[]): Promise<void> {
  const change = { inbox: 'first', before: null, after: null, lostBy } as const;
  await orderNotices(trx, { handle, account_id: null }, change, { account: false });
}

/** Notifies the inboxes of a handle that is given to another account. The old owner gets another email about it. */
export async function notifyInboxesOfTransfer(trx: Transaction<DB>, handleId: number): Promise<void> {
  const row = await forwardingOfHandle(trx, handleId);
  if (!row || row.address === null) return;
  const { address: before, backup_address: backup } = row;
  await orderNotices(trx, row, { inbox: 'first', before, after: null, lostBy: [before, backup] }, { account: false });
}

interface InboxChange {
  inbox: ForwardingNotice['inbox'];
  before: string | null;
  after: string | null;
  lostBy: readonly (string | null)[];
  /** The account of the member who made the change; undefined for the owner. */
  by?: string | undefined;
}

/**
 * Orders one email for each reader. They count against no quota: each follows a change that an inbox has confirmed, and
 * an attacker could use up a quota to suppress them.
 */
async function orderNotices(
  trx: Transaction<DB>,
  { handle, account_id: accountId }: Pick<ForwardingRow, 'handle' | 'account_id'>,
  { lostBy, by, ...change }: InboxChange,
  readers: { account: boolean } = { account: true },
): Promise<void> {
  const masked = (address: string | null) => (address === null ? null : maskAddress(address));
  const { inbox } = change;
  const common = {
    kind: 'forwarding-changed',
    handle,
    inbox,
    before: masked(change.before),
    after: masked(change.after),
    ...(by !== undefined && { by }),
  } as const;
  const owner = accountId === null ? undefined : await verifiedAccountAddress(trx, accountId);
  const notified = new Set<string>();
  if (owner !== undefined) {
    notified.add(inboxKey(owner));
    if (readers.account) {
      await orderUnlimitedEmail<ForwardingNotice>(trx, { ...common, to: owner, reader: 'account' });
    }
  }
  for (const to of lostBy) {
    if (to === null || notified.has(inboxKey(to)) || (await refusesEmails(trx, to))) continue;
    notified.add(inboxKey(to));
    await orderUnlimitedEmail<ForwardingNotice>(trx, { ...common, to, reader: 'inbox' });
  }
}

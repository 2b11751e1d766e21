import { domainOf } from '../../contract/addresses.ts';
import type { DB } from '../../db/schema.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { ForwardingNotice } from './emails/notice-email.ts';
import { refusesEmails } from './inbox-rules.ts';
import { verifiedAccountAddress } from './inbox-store.ts';
import { inboxKey } from './shared/inbox-key.ts';
import { type ForwardingRow, forwardingOfHandle } from './store.ts';

/** Masks an address, such as `a***@i***.org`. The owner recognises it, and others cannot use it. */
export function maskAddress(address: string): string {
  const domain = domainOf(address);
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  return `${[...address][0]}***@${domain[0]}***.${ending}`;
}

/**
 * Notifies the account of a handle, and the inboxes that lose its mail, that the first inbox changed or that forwarding was
 * removed (`after` is null). `before` is the record before the change. Does nothing if no mail was forwarded before.
 */
export async function notifyFirstInbox(
  trx: Transaction<DB>,
  before: ForwardingRow,
  after: string | null,
): Promise<void> {
  if (before.address === null) return;
  const lostBy = after === null ? [before.address, before.backup_address] : [before.address];
  await orderNotices(trx, before, { inbox: 'first', before: before.address, after, lostBy });
}

/**
 * Notifies the account of a handle, and the inbox that loses its mail, that the second inbox changed. A new second inbox
 * counts as a change, because mail can go there from now on.
 */
export async function notifySecondInbox(
  trx: Transaction<DB>,
  before: ForwardingRow,
  after: string | null,
): Promise<void> {
  if (before.backup_address === null && after === null) return;
  await orderNotices(trx, before, {
    inbox: 'second',
    before: before.backup_address,
    after,
    lostBy: [before.backup_address],
  });
}

/**
 * Notifies the account of a member, and the inbox that loses the mail, that the member's inbox at a handle changed. A first
 * inbox counts as a change as well, because mail can go there from now on.
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

/** Notifies the inboxes of a handle that is given to another account. The old owner gets another email about it. */
export async function notifyInboxesOfTransfer(trx: Transaction<DB>, handleId: number): Promise<void> {
  const row = await forwardingOfHandle(trx, handleId);
  if (!row || row.address === null) return;
  const { address: before, backup_address: backup } = row;
  await orderNotices(trx, row, { inbox: 'first', before, after: null, lostBy: [before, backup] }, { account: false });
}

/**
 * Orders one email for each reader. They count against no quota: each follows a change that an inbox confirmed before, and an
 * attacker could use a quota up first to suppress them.
 */
async function orderNotices(
  trx: Transaction<DB>,
  { handle, account_id: accountId }: Pick<ForwardingRow, 'handle' | 'account_id'>,
  change: { inbox: ForwardingNotice['inbox']; before: string | null; after: string | null; lostBy: (string | null)[] },
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
  } as const;
  const owner = accountId === null ? undefined : await verifiedAccountAddress(trx, accountId);
  const notified = new Set<string>();
  if (owner !== undefined) {
    notified.add(inboxKey(owner));
    if (readers.account) {
      await orderUnlimitedEmail<ForwardingNotice>(trx, { ...common, to: owner, reader: 'account' });
    }
  }
  for (const to of change.lostBy) {
    if (to === null || notified.has(inboxKey(to)) || (await refusesEmails(trx, to))) continue;
    notified.add(inboxKey(to));
    await orderUnlimitedEmail<ForwardingNotice>(trx, { ...common, to, reader: 'inbox' });
  }
}

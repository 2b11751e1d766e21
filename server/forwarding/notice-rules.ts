import { domainOf } from '../../contract/addresses.ts';
import type { DB } from '../../db/schema.ts';
import { orderForwardingNotice } from '../emails/rules.ts';
import type { Transaction } from '../platform/db/database.ts';
import { wantsNoLetter } from './inbox-rules.ts';
import { ownerAddress } from './inbox-store.ts';
import { inboxKey } from './shared/inbox-key.ts';
import type { ForwardingRow } from './store.ts';

/** An address in part, such as `a***@i***.org`: enough for its owner to know it, too little for others to use it. */
function maskAddress(address: string): string {
  const domain = domainOf(address);
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  return `${[...address][0]}***@${domain[0]}***.${ending}`;
}

/**
 * Tells the account of a handle and the inboxes that lose its mail that the first inbox is another one, or that forwarding was
 * removed (`after` is null). `before` is the record as it was. Nothing is told where no mail was forwarded before.
 */
export async function noticeFirstInbox(
  trx: Transaction<DB>,
  before: ForwardingRow,
  after: string | null,
): Promise<void> {
  if (before.address === null) return;
  const losing = after === null ? [before.address, before.backup_address] : [before.address];
  await post(trx, before, { inbox: 'first', before: before.address, after, losing });
}

/** The same for the second inbox: a new one is told of too, since mail can go there from now on. */
export async function noticeSecondInbox(
  trx: Transaction<DB>,
  before: ForwardingRow,
  after: string | null,
): Promise<void> {
  if (before.backup_address === null && after === null) return;
  await post(trx, before, { inbox: 'second', before: before.backup_address, after, losing: [before.backup_address] });
}

async function post(
  trx: Transaction<DB>,
  { handle, account_id: accountId }: ForwardingRow,
  change: { inbox: 'first' | 'second'; before: string | null; after: string | null; losing: (string | null)[] },
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
  const owner = accountId === null ? undefined : await ownerAddress(trx, accountId);
  const told = new Set<string>();
  if (owner !== undefined) {
    told.add(inboxKey(owner));
    await orderForwardingNotice(trx, { ...common, to: owner, reader: 'account' });
  }
  for (const to of change.losing) {
    if (to === null || told.has(inboxKey(to)) || (await wantsNoLetter(trx, to))) continue;
    told.add(inboxKey(to));
    await orderForwardingNotice(trx, { ...common, to, reader: 'inbox' });
  }
}

import { allowsList } from '../authenticate/mailing-list.ts';
import type { Inbox, RecipientPolicy } from '../host/directory.ts';
import { splitAddress } from '../message/address.ts';
import type { Author } from '../message/authentication-result.ts';
import type { AcceptedRecipient, Transaction } from '../transaction.ts';

/** The delivery of a message to one recipient, recorded under a separate id. */
export interface DeliveryRef {
  id: string;
  /** Recipient's key and address as the sender wrote it. */
  key: string;
  recipient: string;
}

/** A copy for one destination; `local` is the recipient's local part. */
export interface PlannedCopy extends DeliveryRef {
  /** The same as `id`, unless the recipient has several copies. */
  copyId: string;
  to: string;
  /** The inbox of the copy, and all inboxes of the recipient. */
  inbox: Inbox;
  inboxes: Inbox[];
  local: string;
  policy: RecipientPolicy | undefined;
  /** Mailing lists that recipients with this destination have allowed. */
  lists: ReadonlySet<string>[];
}

/** The recipients of a message, grouped by outcome. */
export interface ExpandedRecipients {
  /**
   * One copy for each destination of a recipient. Recipients share copies only if all their destinations are the same,
   * because the sender's failure notice depends on all of them.
   */
  copies: PlannedCopy[];
  /** Recipients who have blocked the sender. */
  blocked: DeliveryRef[];
  /** Recipients for whom the message fails DMARC while others have allowed its mailing list. */
  refused: DeliveryRef[];
  /** Recipients whose mail is accepted and discarded. */
  dropped: DeliveryRef[];
}

type ForwardRecipient = Extract<AcceptedRecipient, { kind: 'forward' }>;

/** RFC 1035 2.3.4. */
const MAX_DOMAIN = 255;

const NO_LISTS: ReadonlySet<string> = new Set();

/** Sorts the recipients of a transaction. Recipients with the same destinations share their copies. */
export function expandRecipients(transaction: Transaction, author: Author): ExpandedRecipients {
  const plan: ExpandedRecipients = { copies: [], blocked: [], refused: [], dropped: [] };
  const destinations = new Map<string, PlannedCopy[]>();
  const senders = [transaction.from, ...author.addresses].filter((address) => address !== '');
  /** The recorded deliveries, each with all of its copies. */
  const deliveries: DeliveryRef[][] = [];
  for (const recipient of transaction.recipients) {
    if (recipient.kind !== 'forward' && recipient.kind !== 'drop') continue;
    const { key, address } = recipient;
    if (recipient.kind === 'drop' || isBlocked(senders, recipient)) {
      const delivery = { id: '', key, recipient: address };
      deliveries.push([delivery]);
      plan[recipient.kind === 'drop' ? 'dropped' : 'blocked'].push(delivery);
      continue;
    }
    const copies = copiesFor(recipient);
    const name = copies.map(({ to }) => to.toLowerCase()).join('\n');
    const known = destinations.get(name);
    if (known) {
      known.forEach((shared, at) => {
        shared.lists.push(...(copies[at]?.lists ?? []));
        // The copy that two handles share uses reply mode if either does: a direct reply would disclose the inbox.
        if (!recipient.policy?.repliesThroughUs || shared.policy?.repliesThroughUs) return;
        Object.assign(shared, { ...copies[at], lists: shared.lists });
      });
      continue;
    }
    destinations.set(name, copies);
    deliveries.push(copies);
    plan.copies.push(...copies);
  }
  deliveries.forEach((delivery, at) => {
    const id = deliveries.length === 1 ? transaction.id : `${transaction.id}-${at + 1}`;
    delivery.forEach((ref, nr) => {
      ref.id = id;
      if ('copyId' in ref) ref.copyId = delivery.length === 1 ? id : `${id}.${nr + 1}`;
    });
  });
  return plan;
}

/** Returns the copies for one recipient: one for each address among its inboxes. */
function copiesFor({ key, address, local, policy, inboxes }: ForwardRecipient): PlannedCopy[] {
  const lists = policy?.lists ?? NO_LISTS;
  const copies = new Map<string, PlannedCopy>();
  for (const inbox of inboxes) {
    const to = inbox.address;
    const ids = { id: '', copyId: '', key, recipient: address };
    const copy = { ...ids, to, inbox, inboxes, local, policy, lists: [lists] };
    if (!copies.has(to.toLowerCase())) copies.set(to.toLowerCase(), copy);
  }
  return [...copies.values()];
}

/** Returns whether a recipient has blocked one of these addresses, its domain, or a domain above. */
function isBlocked(senders: string[], { policy }: ForwardRecipient): boolean {
  return senders.some((sender) => blocksSender(policy, sender));
}

/** Returns whether a policy blocks an address, its domain, or a domain above. */
export function blocksSender(policy: RecipientPolicy | undefined, sender: string): boolean {
  const blocked = policy?.blocked;
  if (!blocked || blocked.size === 0) return false;
  const address = sender.toLowerCase();
  if (blocked.has(address)) return true;
  const domain = splitAddress(address)?.domain ?? '';
  // A longer name in a header is not a domain, and checking it would take quadratic time.
  if (domain.length > MAX_DOMAIN) return false;
  const labels = domain.split('.');
  return labels.some((_label, at) => blocked.has(`@${labels.slice(at).join('.')}`));
}

/** Keeps copies whose recipients allow a mailing list whose mail fails DMARC; moves the others to `refused`. */
export function keepAllowed(plan: ExpandedRecipients, list: string): ExpandedRecipients {
  const kept = plan.copies.filter(({ lists }) => lists.some((allowed) => allowsList(allowed, list)));
  return { ...plan, copies: kept, refused: oncePerDelivery(plan.copies.filter((copy) => !kept.includes(copy))) };
}

/** Returns one of the copies of each delivery. */
export function oncePerDelivery<Ref extends DeliveryRef>(copies: Ref[]): Ref[] {
  return [...new Map(copies.map((copy) => [copy.id, copy])).values()];
}

import type { RecipientPolicy } from './host/directory.ts';
import { splitAddress } from './message/address.ts';
import type { Author } from './message/authentication-result.ts';
import type { AcceptedRecipient, Transaction } from './transaction.ts';

/** One delivery of a message, which is recorded under a separate id. */
export interface DeliveryRef {
  id: string;
  /** Recipient's key and address as the sender wrote it. */
  key: string;
  recipient: string;
}

/** A copy for one destination; `local` is the recipient's local part. */
export interface PlannedCopy extends DeliveryRef {
  to: string;
  local: string;
  policy: RecipientPolicy | undefined;
  /** Mailing lists that recipients with this destination have allowed. */
  lists: ReadonlySet<string>[];
}

/** The recipients of a message, grouped by outcome. */
export interface ExpandedRecipients {
  /** One for each distinct destination. */
  copies: PlannedCopy[];
  /** Recipients who have blocked the sender. */
  blocked: DeliveryRef[];
  /** Recipients for whom the message fails DMARC while others have allowed its mailing list. */
  refused: DeliveryRef[];
  /** Recipients whose mail is accepted and discarded. */
  dropped: DeliveryRef[];
}

const NO_LISTS: ReadonlySet<string> = new Set();

/** Sorts the recipients of a transaction. Recipients with the same destination share one copy. */
export function expandRecipients(transaction: Transaction, author: Author): ExpandedRecipients {
  const plan: ExpandedRecipients = { copies: [], blocked: [], refused: [], dropped: [] };
  const destinations = new Map<string, PlannedCopy>();
  const senders = [transaction.from, ...author.addresses].filter((address) => address !== '');
  const deliveries: DeliveryRef[] = [];
  const addDelivery = <F extends DeliveryRef>(delivery: F): F => {
    deliveries.push(delivery);
    return delivery;
  };
  for (const recipient of transaction.recipients) {
    if (recipient.kind !== 'forward' && recipient.kind !== 'drop') continue;
    const { key, address } = recipient;
    if (recipient.kind === 'drop') plan.dropped.push(addDelivery({ id: '', key, recipient: address }));
    else if (isBlocked(senders, recipient)) plan.blocked.push(addDelivery({ id: '', key, recipient: address }));
    else {
      const lists = recipient.policy?.lists ?? NO_LISTS;
      for (const to of recipient.destinations) {
        const { local, policy } = recipient;
        const known = destinations.get(to.toLowerCase());
        if (known) {
          known.lists.push(lists);
          // The copy that two handles share uses reply mode if either does: a direct reply would disclose the inbox.
          if (policy?.repliesThroughUs && !known.policy?.repliesThroughUs) {
            Object.assign(known, { key, recipient: address, local, policy });
          }
          continue;
        }
        const copy = addDelivery({ id: '', key, recipient: address, to, local, policy, lists: [lists] });
        destinations.set(to.toLowerCase(), copy);
        plan.copies.push(copy);
      }
    }
  }
  deliveries.forEach((delivery, at) => {
    delivery.id = deliveries.length === 1 ? transaction.id : `${transaction.id}-${at + 1}`;
  });
  return plan;
}

/** Whether a recipient has blocked one of these addresses, its domain, or a domain above. */
function isBlocked(senders: string[], { policy }: Extract<AcceptedRecipient, { kind: 'forward' }>): boolean {
  const blocked = policy?.blocked;
  if (!blocked || blocked.size === 0) return false;
  return senders.some((sender) => {
    const address = sender.toLowerCase();
    if (blocked.has(address)) return true;
    const labels = (splitAddress(address)?.domain ?? '').split('.');
    return labels.some((_label, at) => blocked.has(`@${labels.slice(at).join('.')}`));
  });
}

/** Keeps copies whose recipients allow a mailing list whose mail fails DMARC; moves the others to `refused`. */
export function keepAllowed(
  plan: ExpandedRecipients,
  isAllowed: (lists: ReadonlySet<string>) => boolean,
): ExpandedRecipients {
  const kept = plan.copies.filter(({ lists }) => lists.some(isAllowed));
  return { ...plan, copies: kept, refused: plan.copies.filter((copy) => !kept.includes(copy)) };
}

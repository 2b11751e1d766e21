import type { AccountExport } from '../../contract/accounts/account-export.ts';
import type { SubscriberRows } from './subscribers-export-store.ts';

type Subscriber = AccountExport['handles'][number]['subscribers'][number];

/** Returns a subscription as the account export has it. */
function toSubscriber(row: SubscriberRows['lists'][number]): Subscriber {
  return {
    email: row.email,
    wording: row.wording,
    requestedAt: row.requested_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
}

/** Returns the email list of one handle. */
export function exportSubscribers({ lists }: SubscriberRows, handleId: number): Subscriber[] {
  return lists.filter((row) => row.handle_id === handleId).map(toSubscriber);
}

/** Returns the lists that the address of the account is on. */
export function exportSubscriptions({ own }: SubscriberRows): AccountExport['subscriptions'] {
  return own.map((row) => ({ handle: row.handle, ...toSubscriber(row) }));
}

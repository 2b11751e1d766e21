import type { Transaction } from 'kysely';
import { domainOf } from '../../contract/addresses.ts';
import { FORWARDERS_PER_INBOX, planForHandle } from '../../contract/plans.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable } from '../plumbing/database.ts';
import { Failure } from '../plumbing/failure.ts';
import { inboxKey } from '../plumbing/inbox-key.ts';
import { handlesServedBy, isStopped, lockInbox } from './inbox-store.ts';

/** A handle that wants an inbox. */
export interface Asking {
  id: number;
  handle: string;
  accountId: number | null;
}

/** Whether the inbox already serves as many handles of this plan as it may. */
export async function isFull(db: Queryable, address: string, handle: Asking): Promise<boolean> {
  const plan = planForHandle(handle.handle);
  const inbox = { key: inboxKey(address), exceptHandle: handle.id, accountId: handle.accountId };
  const served = await handlesServedBy(db, inbox);
  return served.filter((other) => planForHandle(other) === plan).length >= FORWARDERS_PER_INBOX[plan];
}

/**
 * Throws `inbox_stopped` where the inbox's owner wants nothing from us, and `forwarder_limit` where it already serves as
 * many handles of this plan as it may. Nobody else decides about this inbox until the transaction ends.
 */
export async function assertRoom(trx: Transaction<DB>, address: string, handle: Asking): Promise<void> {
  const key = inboxKey(address);
  await lockInbox(trx, key);
  if (await isStopped(trx, key)) throw new Failure('inbox_stopped');
  const plan = planForHandle(handle.handle);
  const most = FORWARDERS_PER_INBOX[plan];
  if (most !== Number.POSITIVE_INFINITY && (await isFull(trx, address, handle))) {
    throw new Failure('forwarder_limit', {
      message: `This inbox already receives ${most} ${plan} handles, which is the limit. Please use another inbox.`,
    });
  }
}

/** Throws `own_domain` for an address of ours: mail would go round in a circle. */
export function assertForeign(address: string, mailDomain: string): void {
  if (domainOf(address) === mailDomain) throw new Failure('own_domain');
}

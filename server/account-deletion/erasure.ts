import { ACCOUNT_GRACE_DAYS } from '../../contract/accounts/accounts.ts';
import { DAY } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { otherAddressesOf } from '../accounts/shared/former-address-store.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import { emptyHandlesOf, releaseQuarantinedHandles } from '../handles/quarantine-rules.ts';
import { erasePerson } from '../held-data/erasure.ts';
import { paidHandlesOf, paymentsToRefund, refundErased } from '../payments/erasure-refund-rules.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { enqueueDeletionJob, scheduleDeletion } from '../platform/storage/deletion-queue.ts';
import { pictureObjects } from '../platform/storage/picture-objects.ts';
import type { DeletionEmail } from './deletion-emails.ts';
import {
  accountsClosedBefore,
  deleteAccount,
  deleteUploads,
  deleteWaitingEmails,
  lockClosedAccount,
} from './erasure-store.ts';

const BATCH_SIZE = 200;

/**
 * Erases every account whose grace period has ended, each in its own transaction, and frees the handles whose
 * quarantine has ended. If one account cannot be erased, the others still are, and the next run tries that one again.
 */
export async function eraseClosedAccounts(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ACCOUNT_GRACE_DAYS * DAY);
  const errors: unknown[] = [];
  for (let after = 0, batch = [after]; batch.length > 0; after = batch.at(-1) ?? after) {
    batch = await accountsClosedBefore(db, before, { after, limit: BATCH_SIZE });
    for (const id of batch) {
      try {
        await db.transaction().execute((trx) => eraseAccount(trx, id, { before, now }));
      } catch (error) {
        errors.push(error);
      }
    }
  }
  await releaseQuarantinedHandles(db, now);
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} closed accounts could not be erased`);
}

/** Deletes all data of the account's owner. Its handles stay in quarantine. */
async function eraseAccount(trx: Transaction<DB>, id: number, { before, now }: { before: Date; now: Date }) {
  const account = await lockClosedAccount(trx, id, before);
  // The owner has reopened the account since, or another process has erased it.
  if (!account) return;
  const pictures = [account.avatar_url, account.banner_url].flatMap(pictureObjects);
  await scheduleDeletion(trx, [...(await deleteUploads(trx, id)), ...pictures], now);
  await enqueueDeletionJob(trx);
  const closedAt = account.closed_at ?? before;
  const refunds = await paymentsToRefund(trx, id, closedAt);
  const paidHandles = await paidHandlesOf(trx, id, closedAt);
  const forwardingIds = await emptyHandlesOf(trx, id, now);
  for (const email of [account.email, ...(await otherAddressesOf(trx, id))]) {
    await deleteWaitingEmails(trx, email, forwardingIds);
    await erasePerson(trx, { id, email: email.toLowerCase(), inbox: inboxKey(email) });
  }
  // Last, because waiting emails to the owner are deleted above.
  await refundErased(trx, () => now, refunds);
  await deleteAccount(trx, id);
  const order = { kind: 'account-erased', to: account.email, paidHandles } as const;
  await orderUnlimitedEmail<DeletionEmail>(trx, order);
}

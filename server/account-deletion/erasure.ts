import { ACCOUNT_GRACE_DAYS } from '../../contract/accounts.ts';
import type { DB } from '../../db/schema.ts';
import { cancelEmails } from '../emails/rules.ts';
import { emptyHandlesOf, freeOldHandles } from '../handles/quarantine-rules.ts';
import type { Database, Transaction } from '../platform/db/database.ts';
import { enqueueDeletionJob, scheduleDeletion } from '../platform/storage/deletion-queue.ts';
import { pictureObjects } from '../uploads/shared/picture-objects.ts';
import { accountsClosedBefore, deleteAccount, forgetMailTo, lockClosedAccount, takeUploads } from './erasure-store.ts';

const DAY = 24 * 3_600_000;
const A_BATCH = 200;

/**
 * Erases every account whose days of grace are over, each in a transaction of its own, and frees the handles that were
 * nobody's for long enough. One that fails does not hold up the others; it is tried again in the next night.
 */
export async function eraseClosedAccounts(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ACCOUNT_GRACE_DAYS * DAY);
  const faults: unknown[] = [];
  for (let after = 0, batch = [after]; batch.length > 0; after = batch.at(-1) ?? after) {
    batch = await accountsClosedBefore(db, before, { after, most: A_BATCH });
    for (const id of batch) {
      try {
        await db.transaction().execute((trx) => eraseAccount(trx, id, { before, now }));
      } catch (error) {
        faults.push(error);
      }
    }
  }
  await freeOldHandles(db, now);
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} closed accounts could not be erased`);
}

/** All that is held on the person goes; what stays is that the handles are taken. */
async function eraseAccount(trx: Transaction<DB>, id: number, { before, now }: { before: Date; now: Date }) {
  const account = await lockClosedAccount(trx, id, before);
  // Back in the last moment, or erased by another process.
  if (!account) return;
  const pictures = [account.avatar_url, account.banner_url].flatMap(pictureObjects);
  await scheduleDeletion(trx, [...(await takeUploads(trx, id)), ...pictures], now);
  await enqueueDeletionJob(trx);
  await cancelEmails(trx, { email: account.email, forwardingIds: await emptyHandlesOf(trx, id, now) });
  await forgetMailTo(trx, account.email);
  await deleteAccount(trx, id);
}

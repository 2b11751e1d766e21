import { GIVE_UP_DAYS } from '../../contract/handles/give-up.ts';
import { DAY } from '../../contract/time.ts';
import type { DB } from '../../db/schema.ts';
import { undoableChanges } from '../accounts/shared/former-address-store.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import { emptyHandles } from '../handles/quarantine-rules.ts';
import { profileChanged } from '../page-changes/page-changes.ts';
import { lockRefundable, refundGivenUp } from '../payments/refund-rules.ts';
import type { Transaction } from '../platform/db/database.ts';
import type { GiveUpEmail } from './give-up-emails.ts';
import { addressOf, givenUpBefore, lockGivenUp } from './give-up-store.ts';

/** What a refund needs. */
type PaymentContext = Parameters<typeof refundGivenUp>[1];

const BATCH_SIZE = 200;

/**
 * Empties every handle that was given up GIVE_UP_DAYS ago, one transaction each, and decides on the refunds. The names stay in
 * quarantine. If one handle fails, the others are still emptied; the next run tries the failed one again.
 */
export async function endGivenUpHandles(context: PaymentContext): Promise<void> {
  const before = new Date(context.clock().getTime() - GIVE_UP_DAYS * DAY);
  const errors: unknown[] = [];
  let batch = await givenUpBefore(context.db, before, { after: 0, max: BATCH_SIZE });
  while (batch.length > 0) {
    for (const { id, account_id: accountId, given_up_at: at } of batch) {
      if (accountId === null || at === null) continue;
      try {
        await context.db.transaction().execute((trx) => end(trx, context, { handleId: id, accountId, givenUpAt: at }));
      } catch (error) {
        errors.push(error);
      }
    }
    batch = await givenUpBefore(context.db, before, { after: batch.at(-1)?.id ?? 0, max: BATCH_SIZE });
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} handles that were given up are not emptied`);
}

/** The days of the guarantee are counted until the moment at which the owner gave the handle up. */
async function end(
  trx: Transaction<DB>,
  context: PaymentContext,
  { givenUpAt, ...owned }: { handleId: number; accountId: number; givenUpAt: Date },
): Promise<void> {
  // Payments are locked before the handle, as in every transaction that has both.
  const payments = await lockRefundable(trx, owned, givenUpAt);
  const row = await lockGivenUp(trx, owned.handleId, givenUpAt);
  // The owner kept it meanwhile, or another process emptied it.
  if (!row) return;
  // An old sign-in address can still take the account back, and with it the handle.
  if ((await undoableChanges(trx, owned.accountId, context.clock())).length > 0) return;
  const to = await addressOf(trx, owned.accountId);
  await emptyHandles(trx, [row.id], context.clock());
  await profileChanged(trx, row.id);
  for (const payment of payments) await refundGivenUp(trx, context, payment);
  await orderUnlimitedEmail<GiveUpEmail>(trx, { kind: 'handle-ended', to, handle: row.handle });
}

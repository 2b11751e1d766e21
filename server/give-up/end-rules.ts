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

/** Dependencies of a refund. */
type PaymentContext = Parameters<typeof refundGivenUp>[1];

const BATCH_SIZE = 200;

/**
 * Empties every handle that was given up GIVE_UP_DAYS ago, each in its own transaction, and decides on the refunds. The
 * names stay in quarantine. If one handle fails, the others are still emptied, and the next run tries that one again.
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
    throw new AggregateError(errors, `${errors.length} handles that were given up could not be emptied`);
}

/** Empties one handle. The guarantee is counted until the time at which the owner gave up the handle. */
async function end(
  trx: Transaction<DB>,
  context: PaymentContext,
  { givenUpAt, ...owned }: { handleId: number; accountId: number; givenUpAt: Date },
): Promise<void> {
  // Payments are locked before the handle, as in every transaction that locks both.
  const payments = await lockRefundable(trx, owned, givenUpAt);
  const row = await lockGivenUp(trx, owned.handleId, givenUpAt);
  // The owner has kept the handle since, or another process has emptied it.
  if (!row) return;
  // An old sign-in address can still reclaim the account, and with it the handle.
  if ((await undoableChanges(trx, owned.accountId, context.clock())).length > 0) return;
  const to = await addressOf(trx, owned.accountId);
  await emptyHandles(trx, [row.id], context.clock());
  await profileChanged(trx, row.id);
  for (const payment of payments) await refundGivenUp(trx, context, payment);
  await orderUnlimitedEmail<GiveUpEmail>(trx, { kind: 'handle-ended', to, handle: row.handle });
}

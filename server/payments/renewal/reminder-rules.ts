import { DAY } from '../../../contract/time.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { handlesToRemind, releaseRestedHandles, restUnpaidHandles } from '../../handles/resting-rules.ts';
import { recordReminder } from '../../handles/shared/renewal-store.ts';
import type { PaymentContext } from '../payment-context.ts';
import type { PaymentEmail } from '../payment-emails.ts';
import { renewalPrice, renewFreePlans } from './renewal-rules.ts';

/**
 * Days before the end of a year on which its owner is reminded; nearest first, so that an owner gets one reminder at a time.
 */
const REMINDERS = [3, 7, 14, 30];

/**
 * Renews handles whose year costs nothing, reminds the owners of others, marks unpaid handles as resting, and releases
 * old ones.
 */
export async function renewAndRemind(context: PaymentContext): Promise<void> {
  await renewFreePlans(context, Math.max(...REMINDERS));
  for (const days of REMINDERS) await remind(context, days);
  const { db, clock } = context;
  await db.transaction().execute(async (trx) => {
    for (const { handle, email } of await restUnpaidHandles(trx, clock())) {
      await orderUnlimitedEmail<PaymentEmail>(trx, { kind: 'resting', to: email, handle });
    }
  });
  await releaseRestedHandles(db, clock());
}

async function remind({ db, clock }: PaymentContext, days: number): Promise<void> {
  for (let batch = await handlesToRemind(db, days, clock()); batch.length > 0; ) {
    for (const ending of batch) {
      await db.transaction().execute(async (trx) => {
        if (!(await recordReminder(trx, ending.id, days))) return;
        const { handle, email: to, paidUntil } = ending;
        const cents = await renewalPrice(trx, ending, clock());
        const endsOn = paidUntil.toISOString();
        const left = Math.max(1, Math.ceil((paidUntil.getTime() - clock().getTime()) / DAY));
        await orderUnlimitedEmail<PaymentEmail>(trx, {
          kind: 'renewal-reminder',
          to,
          handle,
          days: left,
          endsOn,
          cents,
        });
      });
    }
    batch = await handlesToRemind(db, days, clock());
  }
}

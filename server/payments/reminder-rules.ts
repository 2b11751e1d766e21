import { orderUnlimitedEmail } from '../emails/rules.ts';
import { endingHandles, freeRestedHandles, noteTold, restUnpaidHandles } from '../handles/resting-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import type { PaymentEmail } from './payment-emails.ts';
import { renewalPrice, renewFreeYears } from './renewal-rules.ts';

/** Days before the end of a year on which its owner is reminded; the nearest first, so that nobody gets two at once. */
const REMINDERS = [3, 7, 14, 30];

/** Renews years that cost nothing, reminds of others that end, puts handles to rest that were not renewed, and frees those that rested long enough. */
export async function keepYears(desk: PaymentContext): Promise<void> {
  await renewFreeYears(desk, Math.max(...REMINDERS));
  for (const days of REMINDERS) await remind(desk, days);
  const { db, clock } = desk;
  await db.transaction().execute(async (trx) => {
    for (const { handle, email } of await restUnpaidHandles(trx, clock())) {
      await orderUnlimitedEmail<PaymentEmail>(trx, { kind: 'resting', to: email, handle });
    }
  });
  await freeRestedHandles(db, clock());
}

async function remind({ db, clock }: PaymentContext, days: number): Promise<void> {
  for (let batch = await endingHandles(db, days, clock()); batch.length > 0; ) {
    for (const ending of batch) {
      await db.transaction().execute(async (trx) => {
        if (!(await noteTold(trx, ending.id, days))) return;
        const { handle, email: to, paidUntil } = ending;
        const cents = await renewalPrice(trx, ending, clock());
        const endsOn = paidUntil.toISOString();
        const left = Math.max(1, Math.ceil((paidUntil.getTime() - clock().getTime()) / (24 * 3_600_000)));
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
    batch = await endingHandles(db, days, clock());
  }
}

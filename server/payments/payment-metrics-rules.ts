import type { Database } from '../platform/db/database.ts';
import { reading } from '../platform/metrics/reading.ts';
import { countPayments, oldestDueCheck } from './payment-figures-store.ts';

const payments = reading('payments', [
  {
    name: 'nameplate_payments',
    help: 'Open payments, and the finished ones among the newest 10000',
    labels: ['state'],
  },
  { name: 'nameplate_payments_overdue_seconds', help: 'How long the check of an open payment has been due' },
]);

/** Measures payments at each scrape. */
export function measurePayments(db: Database): void {
  payments.use(async () => ({
    nameplate_payments: (await countPayments(db)).map(({ state, count }) => ({ labels: { state }, value: count })),
    nameplate_payments_overdue_seconds: [{ value: await oldestDueCheck(db) }],
  }));
}

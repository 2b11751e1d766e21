import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { countFreeHandles } from './free-claims-store.ts';

/** Throws `handle_limit` if an account already has the maximum number of free handles. Lock the account first. */
export async function assertBelowLimit(trx: Transaction<DB>, accountId: number, limit: number): Promise<void> {
  if ((await countFreeHandles(trx, accountId)) < limit) return;
  throw new ApiError('handle_limit', {
    message: `This account already has ${limit} free handles, which is the limit. Paid handles are not limited; for more free ones, please write to our postmaster.`,
  });
}

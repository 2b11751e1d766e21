import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { countFreeHandles } from './free-claims-store.ts';

/** Throws `handle_limit` if an account has as many free handles as it may have. The account must be locked. */
export async function assertBelowLimit(trx: Transaction<DB>, accountId: number, limit: number): Promise<void> {
  if ((await countFreeHandles(trx, accountId)) < limit) return;
  throw new ApiError('handle_limit', {
    message: `This account already has ${limit} free handles, as many as it may have. Paid handles are not limited; for more free ones, please write to our postmaster.`,
  });
}

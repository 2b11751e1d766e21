import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { lockHandleLimit, writeHandleLimit } from './handle-limit-store.ts';

/**
 * Sets how many free handles an account may have; null restores the default in the settings. Handles above the limit
 * stay. Throws `not_found`.
 */
export async function setHandleLimit(
  db: Database,
  { actor, id, reason, limit }: { actor: Actor; id: number; reason: string; limit: number | null },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const account = await lockHandleLimit(trx, id);
    if (!account) throw new ApiError('not_found');
    await writeHandleLimit(trx, id, limit);
    const target = { kind: 'user', id } as const;
    const before = { handleLimit: account.free_handle_limit };
    await recordAction(trx, { actor, act: 'handle-limit', target, reason, before, after: { handleLimit: limit } });
  });
}

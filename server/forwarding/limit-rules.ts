import { orderLimitEmail } from '../emails/rules.ts';
import type { Database } from '../platform/db/database.ts';
import { lockOwner, noteLimit, noteTold } from './limit-store.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Notes that the hourly limit put mail for a handle off, and has its owner told by email: once a day, however many of
 * their handles it happens to.
 */
export async function noteLimitReached(db: Database, handle: string, limit: number, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, handle);
    if (!owner) return;
    await noteLimit(trx, owner.handle_id, now);
    if (owner.limit_told_at && owner.limit_told_at.getTime() > now.getTime() - DAY_MS) return;
    await noteTold(trx, owner.account_id, now);
    await orderLimitEmail(trx, { to: owner.email, handle, limit });
  });
}

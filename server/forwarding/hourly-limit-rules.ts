import { DAY } from '../../contract/time.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import type { Database } from '../platform/db/database.ts';
import type { MailLimitEmail } from './emails/mail-limit-email.ts';
import { lockOwner, recordLimitNotice, recordLimitReached } from './hourly-limit-store.ts';

/**
 * Records that the hourly limit deferred mail for a handle, and orders an email to its owner, at most one a day for all
 * handles of the account.
 */
export async function reportLimitReached(db: Database, handle: string, limit: number, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const owner = await lockOwner(trx, handle);
    if (!owner) return;
    await recordLimitReached(trx, owner.handle_id, now);
    if (owner.limit_told_at && owner.limit_told_at.getTime() > now.getTime() - DAY) return;
    await recordLimitNotice(trx, owner.account_id, now);
    // No quota is needed, because the email is limited to one a day.
    await orderUnlimitedEmail<MailLimitEmail>(trx, { kind: 'mail-limit', to: owner.email, handle, limit });
  });
}

import { GONE_COUNT, GONE_SECONDS } from '../delivery-log/shared/write-deliveries-store.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import type { Database } from '../platform/db/database.ts';
import type { MemberInboxGone } from './emails/member-inbox-gone-email.ts';
import { clearGone, countGone } from './member-inbox-store.ts';

/** Results of deliveries to inboxes of members, by member id; `gone` has an id once for each rejection because the inbox does not exist. */
export interface MemberInboxes {
  accepted: number[];
  gone: number[];
}

/**
 * Counts rejections because the inbox of a member does not exist, as for the inbox of a handle. Pauses the inbox and orders an
 * email to its member; the other inboxes of the handle get mail as before. Returns the handles concerned.
 */
export async function recordMemberInboxes(
  db: Database,
  { accepted, gone }: MemberInboxes,
  now: Date,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    if (accepted.length > 0) await clearGone(trx, accepted);
    if (gone.length === 0) return [];
    const paused = await countGone(trx, gone, { count: GONE_COUNT, seconds: GONE_SECONDS }, now);
    for (const { email: to, handle } of paused) {
      // No quota applies, because an inbox is paused once.
      await orderUnlimitedEmail<MemberInboxGone>(trx, { kind: 'member-inbox-gone', to, handle });
    }
    return paused.map(({ handle }) => handle);
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { newestFrom } from '../../delivery-log/shared/newest-store.ts';
import { limitEmail } from '../../emails/rules.ts';
import { requireOwnedRecord } from '../../forwarding/owned-rules.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { ownSender, sendTestMail } from './send-test-mail.ts';

/** How often we look for the flight, and how long once the conversation is over; milliseconds. */
const LOOK_EVERY = 100;
const LOOK_FOR = 3000;
/** Newer ones of the same sender than these there can't be while we look. */
const MOST_AT_ONCE = 20;

/**
 * Sends a mail to a handle as any stranger would, through our own SMTP server, and answers its flight as soon as it has
 * begun. Throws `nothing_to_test` where its mail is not forwarded, `too_many_letters`, or `test_unsent` where nobody
 * answered.
 */
export async function sendTest(
  { db, clock, config }: { db: Database; clock: Clock; config: Config },
  accountId: number,
  id: number,
): Promise<{ flightId: string }> {
  const row = await db.transaction().execute(async (trx) => {
    const record = await requireOwnedRecord(trx, accountId, id);
    const goesOn = record.state === 'active' && record.is_active && record.paused_at === null;
    if (record.address === null || !goesOn) throw new ApiError('nothing_to_test');
    await limitEmail(trx, `${record.handle}@${config.mail.domain}`, clock());
    return record;
  });
  const sender = ownSender(config);
  const before = new Set(await newestFrom(db, row.handle_id, sender, MOST_AT_ONCE));
  const sending = { over: false };
  const sent = sendTestMail(config, `${row.handle}@${config.mail.domain}`, clock()).finally(() => {
    sending.over = true;
  });
  // Its fate stands in the flight; here only that there is one matters.
  sent.catch(() => {});
  for (let waited = 0; waited < LOOK_FOR; waited += sending.over ? LOOK_EVERY : 0) {
    await sleep(LOOK_EVERY);
    const flightId = (await newestFrom(db, row.handle_id, sender, MOST_AT_ONCE)).find((one) => !before.has(one));
    if (flightId !== undefined) return { flightId };
  }
  throw new ApiError('test_unsent');
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../../../contract/documents.ts';
import { countEmail } from '../../emails/shared/email-rate-limit.ts';
import { senderAddress } from '../../emails/shared/sender.ts';
import { lockForwarding } from '../../forwarding/ownership-rules.ts';
import { NOT_ACTIVE } from '../../forwarding/shared/mail-state.ts';
import { newestDeliveriesFrom } from '../../forwarding/shared/newest-deliveries-store.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { sendTestMail } from './send-test-mail.ts';

/** Milliseconds between queries for the delivery, and for which they continue after the SMTP session has ended. */
const POLL_INTERVAL = 100;
const POLL_TIMEOUT = 3000;
/** More test mails than this cannot arrive within that time. */
const MAX_CONCURRENT = 20;

/**
 * Sends a mail to a handle through our own SMTP server, as any other server would. Returns the id of its delivery as
 * soon as the delivery log has it. Throws `nothing_to_test` if mail to the handle is not forwarded, `too_many_emails`,
 * and `test_unsent` if no delivery appears.
 */
export async function sendTest(
  context: { db: Database; clock: Clock; config: Config; site: Site },
  at: Target,
): Promise<{ flightId: string }> {
  const { db, clock, config } = context;
  const row = await db.transaction().execute(async (trx) => {
    const record = await lockForwarding(trx, at);
    if (record.state !== 'active') throw new ApiError('nothing_to_test', { message: NOT_ACTIVE[record.state] });
    const isForwarded = record.is_active && record.paused_at === null;
    if (record.address === null || !isForwarded) throw new ApiError('nothing_to_test');
    await countEmail(trx, `${record.handle}@${config.mail.domain}`, { kind: 'own', account: at.account.id }, clock());
    return record;
  });
  const sender = senderAddress(config.mail);
  const newest = () => newestDeliveriesFrom(db, row.handle_id, sender, MAX_CONCURRENT);
  const before = new Set(await newest());
  const session = { hasEnded: false };
  const sent = sendTestMail(context, `${row.handle}@${config.mail.domain}`, clock()).finally(() => {
    session.hasEnded = true;
  });
  // The outcome appears in the delivery log, so an error of the session is ignored here.
  sent.catch(() => {});
  for (let waited = 0; waited < POLL_TIMEOUT; waited += session.hasEnded ? POLL_INTERVAL : 0) {
    await sleep(POLL_INTERVAL);
    const flightId = (await newest()).find((deliveryId) => !before.has(deliveryId));
    if (flightId !== undefined) return { flightId };
  }
  throw new ApiError('test_unsent');
}

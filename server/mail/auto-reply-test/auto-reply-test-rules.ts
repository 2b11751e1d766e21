import { createPrivateKey } from 'node:crypto';
import { composeReply } from '../../../mail/auto-reply/send-auto-reply.ts';
import { autoReplyToTest } from '../../auto-replies/rules.ts';
import { countEmail } from '../../emails/shared/email-rate-limit.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Target } from '../../platform/http/call-server.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { signingKey } from '../keys/dkim-keys.ts';
import { wakeQueueRunners } from '../queue/operator-store.ts';
import { insertSmallIn } from '../queue/small-message-store.ts';
import { insertTestDelivery } from '../test-mail/test-delivery-store.ts';

/**
 * Queues the saved automatic reply of a handle to the owner's inbox, and returns the id of its delivery. It does not count
 * against the limits on sending. Throws `plan_without_auto_reply`, `no_inbox` and `too_many_emails`.
 */
export async function sendAutoReplyTest(
  { db, clock, config }: { db: Database; clock: Clock; config: Config },
  target: Target,
): Promise<{ flightId: string }> {
  const { domain, dkimKeys } = config.mail;
  const at = clock();
  const { selector, privateKey } = await signingKey(dkimKeys, at);
  const key = { selector, privateKey: createPrivateKey(privateKey) };
  return db.transaction().execute(async (trx) => {
    const { handleId, handle, inbox, ...reply } = await autoReplyToTest(trx, target);
    await countEmail(trx, inbox, { kind: 'own', account: target.account.id }, at);
    const address = `${handle}@${domain}`;
    const item = await composeReply(
      { clock: () => at, signingKey: () => key },
      { domain },
      { replier: { key: handle, address }, reply, to: inbox, head: Buffer.alloc(0) },
    );
    const { id, body } = item.message;
    const { subject } = reply;
    await insertTestDelivery(trx, { id, handleId, address, inbox, subject, size: body.size, at });
    await insertSmallIn(trx, item);
    await wakeQueueRunners(trx);
    return { flightId: id };
  });
}

import { createPrivateKey } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import { newId } from '../../../mail/message/message-id.ts';
import { signatureSeconds, signSystemEmail } from '../../../mail/rewrite/sign-system-email.ts';
import { Srs } from '../../../mail/rewrite/srs.ts';
import { countEmail } from '../../emails/shared/email-rate-limit.ts';
import type { Config } from '../../platform/config/config.ts';
import type { App } from '../../platform/http/app-context.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { reserveTest } from '../../sending/status/test-sender-rules.ts';
import { signingKey } from '../keys/dkim-keys.ts';
import { wakeQueueRunners } from '../queue/operator-store.ts';
import { insertSmallIn } from '../queue/small-message-store.ts';
import { returnAddressSecrets } from '../return-address-secrets.ts';
import { insertTestDelivery } from './test-delivery-store.ts';

/**
 * Queues a test mail from a handle to its owner's inbox as sent mail, and returns the id of its delivery. Like submitted
 * mail, it gets our signature and one of our return addresses. Throws what `reserveTest` throws, and `too_many_emails`.
 */
export async function sendFromHandle(
  { db, clock, config, secrets }: Pick<App, 'db' | 'clock' | 'config' | 'secrets'>,
  target: Target,
): Promise<{ flightId: string }> {
  const at = clock();
  const { domain, dkimKeys, options, sendLimits } = config.mail;
  const { selector, privateKey } = await signingKey(dkimKeys, at);
  const key = { selector, privateKey: createPrivateKey(privateKey) };
  const lifetime = signatureSeconds(options.queueSeconds);
  const srs = new Srs({ domain, secrets: returnAddressSecrets(secrets), tokens: NO_TOKENS, clock: () => at });
  return db.transaction().execute(async (trx) => {
    const { id: owned, handle, inbox } = await reserveTest(trx, sendLimits, target, at);
    await countEmail(trx, inbox, { kind: 'own', account: target.account.id }, at);
    const address = `${handle}@${domain}`;
    const { subject, bytes } = await compose(config, { address, inbox, at });
    const body = bodyFromBuffer(signSystemEmail(bytes, { domain, key, at, lifetime }));
    const id = newId(at);
    const from = await srs.writeSent({ key: handle, id });
    await insertTestDelivery(trx, { id, handleId: owned, address, inbox, subject, size: body.size, at });
    await insertSmallIn(trx, {
      message: { id, reportTo: '', utf8: false, body },
      recipients: [
        { id, from, destination: inbox, recipient: address, key: handle, after: 0, lease: 0, traffic: 'sent' },
      ],
    });
    await wakeQueueRunners(trx);
    return { flightId: id };
  });
}

/** A handle whose plan includes sending has at most ten characters, so its return address needs no token. */
const NO_TOKENS = {
  put: () => Promise.reject(new Error('the return address of a test mail is too long')),
  get: () => Promise.resolve(null),
};

async function compose(
  { mail, site }: Config,
  { address, inbox, at }: { address: string; inbox: string; at: Date },
): Promise<{ subject: string; bytes: Buffer }> {
  const subject = `Test from ${address}`;
  const composer = new MailComposer({
    from: { name: '', address },
    to: { name: '', address: inbox },
    date: at,
    subject,
    text: `You asked for this test on ${site.host}. It was sent from ${address}, like mail from your mail program.\n\nIt has arrived: sending works. Its sender should be ${address}, and your mail program should show no warning.\n`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    messageId: `<${newId(at)}@${mail.hostname}>`,
    newline: 'windows',
  });
  return { subject, bytes: await composer.compile().build() };
}

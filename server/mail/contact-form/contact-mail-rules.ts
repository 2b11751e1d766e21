import type { FastifyBaseLogger } from 'fastify';
import type { ContactMessage } from '../../../contract/page-forms/page-forms.ts';
import type { DB } from '../../../db/schema.ts';
import { checkSpam } from '../../../mail/filter/spam.ts';
import { blocksSender } from '../../../mail/forward/expand-recipients.ts';
import { headerEnd } from '../../../mail/message/header.ts';
import { bodyFromBuffer } from '../../../mail/message/message.ts';
import { guestKey } from '../../../mail/message/queued-message.ts';
import { SmtpReplyError } from '../../../mail/message/smtp-reply-error.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { createDirectory } from '../adapters/directory.ts';
import { wakeQueueRunners } from '../queue/operator-store.ts';
import { insertSmallIn } from '../queue/small-message-store.ts';
import { composeContactMail, signContactMail } from './contact-mail.ts';

/**
 * Returns whether a handle accepts mail from this address now: `closed` if mail to it reaches nobody, `blocked` if the
 * handle has blocked the address. The mail server decides in the same way.
 */
export async function contactMailPolicy(
  db: Queryable,
  handle: string,
  now: Date,
  from = '',
): Promise<'open' | 'closed' | 'blocked'> {
  const found = await createDirectory(db, [], () => now).resolve(handle);
  if (found.kind !== 'forward') return 'closed';
  return blocksSender(found.policy, from) ? 'blocked' : 'open';
}

/** A message that passed the spam check and can be stored. */
export interface CheckedContactMail {
  id: string;
  from: string;
  to: string;
  handle: string;
  bytes: Buffer;
}

export type SpamVerdict = 'rejected' | 'later';

/**
 * Composes and signs the email for a visitor's message, and checks it for spam if SPAM_CHECK is set; `client` is the
 * visitor's IP address. Returns the verdict if the email is not accepted.
 */
export async function prepareContactMail(
  { config, log }: { config: Config; log: FastifyBaseLogger },
  { handle, message, client }: { handle: string; message: ContactMessage; client: string },
  at: Date,
): Promise<CheckedContactMail | SpamVerdict> {
  const mail = await composeContactMail(config, handle, message, at);
  const { id, from, to, bytes } = mail;
  const marks: string[] = [];
  if (config.mail.options.spamCheck) {
    const body = bodyFromBuffer(bytes);
    const checked = { head: bytes.subarray(0, headerEnd(bytes)), body, discard: async () => {} };
    // For the check, the sender is the address that the visitor typed.
    const envelope = { id, from: message.email, recipients: [{ address: to }], client: { address: client, helo: '' } };
    try {
      marks.push(...(await checkSpam(checked, envelope, { url: config.mail.options.spamCheck, log })).headers);
    } catch (error) {
      if (!(error instanceof SmtpReplyError)) throw error;
      return error.responseCode >= 500 ? 'rejected' : 'later';
    }
  }
  return { id, from, to, handle, bytes: await signContactMail(config, mail, { marks, at }) };
}

/**
 * Stores the email in the queue, in the caller's transaction. A mail process forwards it like any other mail: to every
 * inbox of the handle, within its limits, and with an entry in its delivery log.
 */
export async function queueContactMail(trx: Transaction<DB>, mail: CheckedContactMail): Promise<void> {
  const { id, from, to, handle, bytes } = mail;
  const copy = { id, from, destination: to, recipient: '', key: guestKey(handle), after: 0, lease: 0 };
  await insertSmallIn(trx, {
    message: { id, reportTo: '', utf8: false, body: bodyFromBuffer(bytes) },
    recipients: [copy],
  });
  await wakeQueueRunners(trx);
}

import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { ContactMessage } from '../../contract/page-forms/page-forms.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import type { OfferedForm } from '../blocks/forms/form-page-rules.ts';
import { countUse, reachedLimit } from '../limits/count-use.ts';
import { contactMailPolicy, prepareContactMail, queueContactMail } from '../mail/contact-form/contact-mail-rules.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { limitRefusal, type Refusal } from './shared/refusal.ts';

/** The sender of a form. */
export interface Visitor {
  /** The network for limits; undefined if networks are not limited. */
  network: string | undefined;
  /** The IP address. */
  client: string;
}

/**
 * Accepts a visitor's message: counts it and stores its email in the queue, in one transaction. Returns why the message
 * is not accepted, or null. A message that is sent twice is accepted twice but delivered once.
 */
export async function sendContactMessage(
  { db, config, log }: { db: Database; config: Config; log: FastifyBaseLogger },
  { handleId, handle }: OfferedForm,
  message: ContactMessage,
  { network, client }: Visitor,
  now: Date,
): Promise<Refusal | null> {
  const content = [message.email.toLowerCase(), message.name, message.message].join('\n');
  const detail = createHash('sha256').update(content).digest('base64url');
  const use = { kind: 'contact-form', by: { handle: handleId, network, address: inboxKey(message.email) } } as const;
  // Checked before spam, because the spam check costs more.
  const reached = await reachedLimit(db, use, now);
  if (reached) return limitRefusal(reached);
  if ((await contactMailPolicy(db, handle, now, message.email)) === 'blocked') {
    return { status: 400, problem: 'This page does not accept messages from your address. Nothing was sent.' };
  }
  const mail = await prepareContactMail({ config, log }, { handle, message, client }, now);
  if (mail === 'rejected') {
    return {
      status: 400,
      problem: 'Our spam filter did not accept this message. Nothing was sent. Please reword it.',
    };
  }
  if (mail === 'later') {
    return {
      status: 503,
      problem: 'We cannot accept this message at the moment. Nothing was sent. Please try again in a few minutes.',
      retryAfter: 300,
    };
  }
  return db.transaction().execute(async (trx) => {
    const exceeded = await countUse(trx, { ...use, detail }, now);
    if (exceeded) return exceeded.isRepeated ? null : limitRefusal(exceeded);
    await queueContactMail(trx, mail);
    return null;
  });
}

import { normalAddress } from '../message/address.ts';
import { newId } from '../message/message-id.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import type { Transaction } from '../transaction.ts';
import type { SmtpServerContext } from './context.ts';
import type { ServiceProfile } from './service-profile.ts';
import type { Envelope, Session } from './session.ts';
import { collectMessage } from './spool.ts';

/**
 * Receives all data of the current transaction and passes on the message. Resolves with the text of the 250 reply;
 * rejects with an SmtpReplyError or AbortConnection.
 */
export type Receive = (data: AsyncIterable<Buffer>, envelope: Envelope, session: Session) => Promise<string>;

/** If the transaction takes longer than this, in milliseconds, the recipients are looked up again after DATA. */
const RECHECK_AFTER = 2000;

/** Creates the receiver of the messages of one service. */
export function createReceiver(context: SmtpServerContext, { policy, accept }: ServiceProfile): Receive {
  const { clock, settings, memory } = context;
  const { size, memoryLimit, spoolFolder } = settings;

  return async function receive(data, envelope, session) {
    const id = newId(clock());
    const transaction: Transaction = {
      id,
      from: envelope.from && normalAddress(envelope.from),
      recipients: [...envelope.recipients.values()],
      client: { address: session.clientAddress, helo: session.helo, protocol: session.protocol },
      ...(session.submitter && { submitter: session.submitter }),
      utf8: envelope.utf8,
      isGone: () => session.isOver,
    };
    const message = await collectMessage(data, { id, size, memoryLimit, spoolFolder, memory }).catch((error) => {
      if (error instanceof SmtpReplyError) policy.recordRejected(error, transaction);
      throw error;
    });
    const isRecent = performance.now() - envelope.firstRecipientAt < RECHECK_AFTER;
    const changed = isRecent ? null : await policy.recheckDestinations(transaction.recipients);
    if (!changed) return accept(message, transaction);
    await message.discard();
    policy.recordRejected(changed, transaction);
    throw changed;
  };
}

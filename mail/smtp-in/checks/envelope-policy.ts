import type { SmtpReplyError } from '../../message/smtp-reply-error.ts';
import type { AcceptedRecipient, Transaction } from '../../transaction.ts';
import type { Envelope, Session } from '../session.ts';

/** The checks before DATA, which differ between the services. */
export interface EnvelopePolicy {
  /** Starts lookups about a new client. */
  startLookups(session: Session): void;
  /** Returns the reply that rejects the sender, or null. */
  checkSender(envelope: Envelope, session: Session): Promise<SmtpReplyError | null>;
  /** Checks one recipient; rejects with an SmtpReplyError. */
  checkRecipient(address: string, envelope: Envelope, session: Session): Promise<AcceptedRecipient>;
  /** Returns the reply that rejects a message whose recipients changed since RCPT, or null. */
  recheckDestinations(recipients: AcceptedRecipient[]): Promise<SmtpReplyError | null>;
  /** Records the rejection of a message that no later stage has seen, for each of its recipients. */
  recordRejected(refusal: SmtpReplyError, transaction: Transaction): void;
}

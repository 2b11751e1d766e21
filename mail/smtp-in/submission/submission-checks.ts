import type { SubmissionPolicy, Submitter } from '../../host/submission-policy.ts';
import { asciiDomain, splitAddress } from '../../message/address.ts';
import { ClosingReplyError, SmtpReplyError } from '../../message/smtp-reply-error.ts';
import type { RemoteRecipient, Transaction } from '../../transaction.ts';
import type { EnvelopePolicy } from '../checks/envelope-policy.ts';
import { unquote } from '../checks/recipient.ts';
import { recordRejection } from '../checks/record-rejection.ts';
import { checkSmtpUtf8 } from '../checks/smtputf8.ts';
import type { SmtpServerContext } from '../context.ts';
import type { Envelope, Session } from '../session.ts';
import { remoteAddress } from './remote-address.ts';

/** The code with which the host refuses a client whose app password was revoked. The client must authenticate again. */
const LOGIN_LOST = 535;

/**
 * The checks before DATA for submitted mail: the sender must be the submitter, and recipients may be any addresses (RFC
 * 6409 3).
 */
export class SubmissionChecks implements EnvelopePolicy {
  readonly #context: SmtpServerContext;
  readonly #submission: SubmissionPolicy;

  constructor(context: SmtpServerContext, submission: SubmissionPolicy) {
    this.#context = context;
    this.#submission = submission;
  }

  startLookups(): void {
    // Block lists and greylisting do not apply: home networks are listed, and the client authenticates.
  }

  async checkSender(envelope: Envelope, session: Session): Promise<SmtpReplyError | null> {
    const { submitter } = session;
    if (!submitter) throw new Error('A sender without a submitter');
    const refusal = await this.#mayNotSend(submitter);
    if (refusal) {
      // The connection stays open, because closing it while the client pipelines further commands would lose this
      // reply.
      if (refusal.responseCode === LOGIN_LOST) session.submitter = null;
      return refusal;
    }
    const { from } = envelope;
    if (!this.#isOwn(from, submitter)) {
      const what = from === '' ? 'The null sender is for servers' : 'You cannot send as this address';
      return new SmtpReplyError(550, '5.7.1', `${what}: set ${submitter.address} as the sender in your mail program`);
    }
    return checkSmtpUtf8(from, envelope);
  }

  async checkRecipient(address: string, envelope: Envelope): Promise<RemoteRecipient> {
    const recipient = remoteAddress(address, this.#context.settings.domain);
    const international = checkSmtpUtf8(address, envelope);
    if (international) throw international;
    return { kind: 'remote', address: recipient };
  }

  async recheckDestinations(): Promise<null> {
    return null;
  }

  recordRejected(refusal: SmtpReplyError, { submitter, recipients, from }: Transaction): void {
    if (!submitter) return;
    for (const { address } of recipients) {
      // The client's address belongs to the owner and is not recorded.
      const mail = { key: submitter.key, recipient: address, sender: from, client: '', direction: 'sent' } as const;
      recordRejection(this.#context, refusal, mail);
    }
  }

  /** Returns the reply of the host if the submitter may no longer send, or null. */
  async #mayNotSend(submitter: Submitter): Promise<SmtpReplyError | null> {
    try {
      const refusal = await this.#submission.check(submitter);
      if (!refusal) return null;
      const { code, enhanced, text } = refusal;
      return new (code === 421 ? ClosingReplyError : SmtpReplyError)(code, enhanced, text);
    } catch (error) {
      this.#context.log.error(
        { event: 'mail.submission.check_failed', err: error, key: submitter.key },
        'the submitter could not be checked',
      );
      return new SmtpReplyError(451, '4.3.0', 'Temporary failure while checking the sender, please try again');
    }
  }

  /** Returns whether an address is the submitter's, with or without a `+tag`. */
  #isOwn(address: string, submitter: Submitter): boolean {
    const written = splitAddress(address);
    const own = splitAddress(submitter.address);
    if (!written || !own || asciiDomain(written.domain) !== asciiDomain(own.domain)) return false;
    return unquote(written.local).toLowerCase().replace(/\+.*/s, '') === own.local.toLowerCase();
  }
}

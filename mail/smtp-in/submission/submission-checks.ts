import { isIP } from 'node:net';
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

/** Refusals of the host that end the session: the client is no longer who it was, or must not go on. */
const CLOSING_CODES = new Set([421, 535]);

/** A quoted string, or atoms and dots in any order: such addresses exist, although RFC 5321 4.1.2 excludes some. */
const LOCAL_PART = /^(?:"(?:[^"\\]|\\.)*"|[a-z0-9!#$%&'*+/=?^_`{|}~.\u0080-\u{10ffff}-]+)$/iu;

/** Labels of letters, digits, hyphens and underscores, the last one with a letter (RFC 1123 2.1). */
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?=[^.]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The checks before DATA of submitted mail: the sender is the submitter, and recipients may be any address (RFC 6409 3). */
export class SubmissionChecks implements EnvelopePolicy {
  private readonly context: SmtpServerContext;
  private readonly submission: SubmissionPolicy;

  constructor(context: SmtpServerContext, submission: SubmissionPolicy) {
    this.context = context;
    this.submission = submission;
  }

  startLookups(): void {
    // Block lists and greylisting do not apply: home networks are listed, and the client authenticates.
  }

  async checkSender(envelope: Envelope, { submitter }: Session): Promise<SmtpReplyError | null> {
    if (!submitter) throw new Error('A sender without a submitter');
    const refusal = await this.mayNotSend(submitter);
    if (refusal) return refusal;
    const { from } = envelope;
    if (from === '' || !this.isOwn(from, submitter)) {
      const what = from === '' ? 'The null sender is for servers' : 'You cannot send as this address';
      return new SmtpReplyError(550, '5.7.1', `${what}: set ${submitter.address} as the sender in your mail program`);
    }
    return checkSmtpUtf8(from, envelope);
  }

  async checkRecipient(address: string, envelope: Envelope): Promise<RemoteRecipient> {
    const { domain: ours } = this.context.settings;
    const parts = splitAddress(address.toLowerCase() === 'postmaster' ? `postmaster@${ours}` : address);
    if (!parts || !LOCAL_PART.test(parts.local)) {
      throw new SmtpReplyError(553, '5.1.3', 'The recipient address is not valid, please check it');
    }
    const domain = asciiDomain(parts.domain);
    if (domain.startsWith('[') || isIP(domain) !== 0) {
      throw new SmtpReplyError(550, '5.1.2', 'Mail to an IP address is not accepted, please use a domain');
    }
    if (!DOMAIN.test(domain) || (!domain.includes('.') && domain !== ours)) {
      throw new SmtpReplyError(550, '5.1.2', 'The domain of the recipient is not valid, please check it');
    }
    const international = checkSmtpUtf8(address, envelope);
    if (international) throw international;
    return { kind: 'remote', address: `${parts.local}@${domain}` };
  }

  async recheckDestinations(): Promise<null> {
    return null;
  }

  recordRejected(refusal: SmtpReplyError, { submitter, recipients, from }: Transaction): void {
    if (!submitter) return;
    for (const { address } of recipients) {
      // The address of the client is the owner's own: nobody needs it.
      const mail = { key: submitter.key, recipient: address, sender: from, client: '', direction: 'sent' } as const;
      recordRejection(this.context, refusal, mail);
    }
  }

  /** Asks the host whether the submitter may still send. */
  private async mayNotSend(submitter: Submitter): Promise<SmtpReplyError | null> {
    try {
      const refusal = await this.submission.check(submitter);
      if (!refusal) return null;
      const { code, enhanced, text } = refusal;
      return new (CLOSING_CODES.has(code) ? ClosingReplyError : SmtpReplyError)(code, enhanced, text);
    } catch (error) {
      this.context.log.error(
        { event: 'mail.submission.check_failed', err: error, key: submitter.key },
        'the submitter could not be checked',
      );
      return new SmtpReplyError(451, '4.3.0', 'Temporary failure while checking the sender, please try again');
    }
  }

  /** Whether an address is the submitter's, with or without a `+tag`. */
  private isOwn(address: string, submitter: Submitter): boolean {
    const written = splitAddress(address);
    const own = splitAddress(submitter.address);
    if (!written || !own || asciiDomain(written.domain) !== asciiDomain(own.domain)) return false;
    return unquote(written.local).toLowerCase().replace(/\+.*$/s, '') === own.local.toLowerCase();
  }
}

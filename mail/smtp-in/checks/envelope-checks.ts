import { setTimeout as sleep } from 'node:timers/promises';
import { type Inbox, inboxesOf } from '../../host/directory.ts';
import { normalAddress } from '../../message/address.ts';
import { SmtpReplyError } from '../../message/smtp-reply-error.ts';
import type { AcceptedRecipient, LocalRecipient, Transaction } from '../../transaction.ts';
import type { TransferContext } from '../context.ts';
import type { Envelope, Session } from '../session.ts';
import { neighbourhoodOf } from './client-network.ts';
import type { EnvelopePolicy } from './envelope-policy.ts';
import type { RateLimiter } from './rate-limits.ts';
import { decideRecipient, fitsWith, isRole } from './recipient.ts';
import { recordRejection } from './record-rejection.ts';
import { checkSmtpUtf8 } from './smtputf8.ts';

/** Delay in milliseconds of each reply to a client that named many unknown recipients. */
const REJECTION_DELAY = 1000;

/** A greylisted client: it will retry, so nothing is recorded. */
class GreylistedReply extends SmtpReplyError {}

/** All checks before DATA for mail from other servers: client, sender and recipients. */
export class TransferPolicy implements EnvelopePolicy {
  readonly #context: TransferContext;
  readonly #limiter: RateLimiter;

  constructor(context: TransferContext, limiter: RateLimiter) {
    this.#context = context;
    this.#limiter = limiter;
  }

  /** Starts the block list lookup at connect; `checkRecipient` awaits its result. */
  startLookups(session: Session): void {
    session.dnsblListing = this.#context.findListing(session.clientAddress);
  }

  async checkSender(envelope: Envelope, { clientAddress }: Session): Promise<SmtpReplyError | null> {
    const from = envelope.from && normalAddress(envelope.from);
    return checkSmtpUtf8(from, envelope) ?? this.#limiter.countMessage(clientAddress, from);
  }

  /**
   * Checks one recipient; rejects with an SmtpReplyError, which is recorded for the recipient concerned. Delays the
   * replies to clients that guess recipients, and later closes the connection.
   */
  async checkRecipient(address: string, envelope: Envelope, session: Session): Promise<LocalRecipient> {
    try {
      return await this.#decide(address, envelope, session);
    } catch (error) {
      if (!(error instanceof SmtpReplyError)) throw error;
      if (error.cause) this.#logLookupFailure(error);
      if (error.responseCode !== 550) throw error;
      const rejected = ++session.rejectedRecipients;
      const { slowAfterRefusals, maxRefusals } = this.#context.settings.limits;
      if (rejected > maxRefusals) throw tooManyUnknown();
      const tooMany = this.#limiter.countUnknownRecipient(session.clientAddress);
      if (!tooMany && rejected > slowAfterRefusals) await sleep(REJECTION_DELAY);
      throw tooMany ?? error;
    }
  }

  async #decide(address: string, envelope: Envelope, session: Session): Promise<LocalRecipient> {
    const { from } = envelope;
    const international = checkSmtpUtf8(address, envelope);
    if (international) throw international;
    let recipient: LocalRecipient | undefined;
    try {
      const decided = await decideRecipient(address, from, this.#context);
      // Clients send the remaining recipients in another transaction (RFC 5321 4.5.3.1.10).
      if (!fitsWith(decided, envelope.recipients.values())) throw anotherTransaction();
      recipient = decided;
      if (!isRole(recipient)) await checkDnsbl(session);
      await this.#checkGreylist(recipient, from, session);
      const { refusal: tooMuch, full } = this.#limiter.countRecipient(recipient);
      if (tooMuch) {
        const { messagesPerRecipient, messagesPerInbox } = this.#context.settings.limits;
        const limit = Math.min(messagesPerRecipient, messagesPerInbox);
        if ('key' in recipient) this.#context.recorder.limitReached(recipient.key, limit);
        throw tooMuch;
      }
      if (recipient.kind !== 'forward') return recipient;
      const inboxes = recipient.inboxes.map((inbox) => (full.has(inbox) ? { ...inbox, isFull: true } : inbox));
      return { ...recipient, inboxes };
    } catch (error) {
      if (!(error instanceof SmtpReplyError)) throw error;
      const key = error.key ?? (recipient && 'key' in recipient ? recipient.key : undefined);
      if (key !== undefined && !(error instanceof GreylistedReply)) {
        const mail = { key, recipient: address, sender: from, client: session.clientAddress };
        recordRejection(this.#context, error, mail);
      }
      throw error;
    }
  }

  /**
   * Returns a 451 if a destination has changed since RCPT, possibly half an hour ago: no mail may reach an inbox that
   * has been removed. Returns null if all destinations are unchanged.
   */
  async recheckDestinations(recipients: AcceptedRecipient[]): Promise<SmtpReplyError | null> {
    const moved = await Promise.all(recipients.map((recipient) => this.#hasChanged(recipient)));
    if (!moved.includes(true)) return null;
    return new SmtpReplyError(451, '4.3.0', 'A recipient changed during the transfer, please try again');
  }

  async #hasChanged(recipient: AcceptedRecipient): Promise<boolean> {
    if (recipient.kind !== 'forward') return false;
    // While the directory is unavailable, the destinations from RCPT remain valid.
    const now = await this.#context.directory.resolve(recipient.local).catch(() => null);
    return now !== null && namesOf(inboxesOf(now)) !== namesOf(recipient.inboxes);
  }

  recordRejected(refusal: SmtpReplyError, { from, recipients, client }: Transaction): void {
    for (const recipient of recipients) {
      if (!('key' in recipient)) continue;
      const { key, address } = recipient;
      recordRejection(this.#context, refusal, { key, recipient: address, sender: from, client: client.address });
    }
  }

  /** Throws for an unknown combination of network, sender and recipient. If the greylist fails, mail passes. */
  async #checkGreylist(recipient: LocalRecipient, from: string, { clientAddress }: Session): Promise<void> {
    const { greylist, log } = this.#context;
    // Role addresses accept every sender; bounces and replies to addresses that we gave out are expected.
    if (!greylist || !('key' in recipient) || recipient.kind === 'reply' || isRole(recipient)) return;
    const seconds = await greylist
      .secondsToWait(neighbourhoodOf(clientAddress), from.toLowerCase(), recipient.key)
      .catch(
        (error: Error) => void log.warn({ event: 'mail.greylist.lookup_failed', err: error }, 'greylist lookup failed'),
      );
    if (seconds) throw new GreylistedReply(451, '4.7.1', `Greylisted: please try again in ${seconds} seconds`);
  }

  #logLookupFailure({ cause: err }: SmtpReplyError): void {
    this.#context.log.error({ event: 'mail.smtp.recipient_lookup_failed', err }, 'recipient lookup failed');
  }
}

/** Returns a text that identifies inboxes and their addresses. */
function namesOf(inboxes: Inbox[]): string {
  return JSON.stringify(inboxes.map(({ id, address }) => [id, address]));
}

async function checkDnsbl({ dnsblListing, clientAddress }: Session): Promise<void> {
  const zone = await dnsblListing;
  if (zone) throw new SmtpReplyError(550, '5.7.1', `Rejected: your IP address ${clientAddress} is listed at ${zone}`);
}

function anotherTransaction(): SmtpReplyError {
  const text = 'Reply addresses need a transaction of their own: please send this recipient separately';
  return new SmtpReplyError(452, '4.5.3', text);
}

function tooManyUnknown(): SmtpReplyError {
  return new SmtpReplyError(421, '4.7.0', 'Too many unknown recipients, please try again later');
}

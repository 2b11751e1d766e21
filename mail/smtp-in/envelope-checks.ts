import type { SMTPServerSession } from 'smtp-server';
import type { Clock } from '../host/clock.ts';
import type { Greylist } from '../host/greylist.ts';
import type { Log } from '../host/log.ts';
import type { Recorder } from '../host/recorder.ts';
import { isInternational, splitAddress } from '../message/address.ts';
import { newId } from '../message/message-id.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { neighbourhoodOf } from './client-network.ts';
import type { DnsblLookup } from './dnsbl.ts';
import type { RateLimiter } from './rate-limits.ts';
import { type AcceptedRecipient, decideRecipient, destinationsOf, isRole, type RecipientRules } from './recipient.ts';

export interface EnvelopePolicyOptions {
  rules: RecipientRules;
  limiter: RateLimiter;
  greylist: Greylist | null;
  findListing: DnsblLookup;
  recorder: Recorder;
  clock: Clock;
  log: Log;
}

/** A greylisted client: it will retry, so nothing is recorded. */
class GreylistedReply extends SmtpReplyError {}

/** All checks before DATA: client, sender and recipients. */
export class EnvelopePolicy {
  private readonly parts: EnvelopePolicyOptions;
  private readonly listings = new WeakMap<SMTPServerSession, Promise<string | null>>();

  constructor(parts: EnvelopePolicyOptions) {
    this.parts = parts;
  }

  /** Starts the block list lookup at connect; `checkRecipient` awaits its result. */
  startDnsblLookup(session: SMTPServerSession): void {
    this.listings.set(session, this.parts.findListing(session.remoteAddress));
  }

  checkSender(address: string, session: SMTPServerSession): SmtpReplyError | null {
    return checkSmtpUtf8(address, session) ?? this.parts.limiter.countMessage(session.remoteAddress, address);
  }

  /** Checks one recipient; rejects with a SmtpReplyError, which is recorded for the recipient it concerns. */
  async checkRecipient(address: string, session: SMTPServerSession): Promise<AcceptedRecipient> {
    const international = checkSmtpUtf8(address, session);
    if (international) throw international;
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
    let recipient: AcceptedRecipient | undefined;
    try {
      recipient = await decideRecipient(address, from, this.parts.rules);
      if (!isRole(recipient)) await this.checkDnsbl(session);
      await this.checkGreylist(recipient, from, session);
      const tooMuch = this.parts.limiter.countRecipient(recipient);
      if (tooMuch) {
        const { limits } = this.parts.limiter;
        const limit = Math.min(limits.messagesPerRecipient, limits.messagesPerInbox);
        if (recipient.kind !== 'bounce') this.parts.recorder.limitReached(recipient.key, limit);
        throw tooMuch;
      }
      return recipient;
    } catch (error) {
      if (!(error instanceof SmtpReplyError)) throw error;
      const key = error.key ?? (recipient && recipient.kind !== 'bounce' ? recipient.key : undefined);
      if (key !== undefined && !(error instanceof GreylistedReply)) {
        this.recordRejection(error, { key, address, from, client: session.remoteAddress });
      }
      throw error;
    }
  }

  /**
   * Returns a 451 if a destination changed since RCPT, which may be half an hour ago: no mail may reach an inbox that was
   * removed meanwhile. Returns null if all destinations are unchanged.
   */
  async destinationsUnchanged(recipients: AcceptedRecipient[]): Promise<SmtpReplyError | null> {
    const moved = await Promise.all(recipients.map((recipient) => this.hasChanged(recipient)));
    if (!moved.includes(true)) return null;
    return new SmtpReplyError(451, '4.3.0', 'A recipient changed during the transfer, please try again');
  }

  private async hasChanged(recipient: AcceptedRecipient): Promise<boolean> {
    if (recipient.kind !== 'forward') return false;
    try {
      const now = destinationsOf(await this.parts.rules.directory.resolve(recipient.local));
      return now.join('\n') !== recipient.destinations.join('\n');
    } catch {
      // The directory is unavailable: the destinations looked up at RCPT still hold.
      return false;
    }
  }

  /** Records the rejection of a message that no later stage has seen, for each of its recipients. */
  recordRejected(
    refusal: SmtpReplyError,
    mail: { from: string; recipients: AcceptedRecipient[]; client: { address: string } },
  ): void {
    const { from, recipients, client } = mail;
    for (const recipient of recipients) {
      if (recipient.kind === 'bounce') continue;
      const { key, address } = recipient;
      this.recordRejection(refusal, { key, address, from, client: client.address });
    }
  }

  private async checkDnsbl(session: SMTPServerSession): Promise<void> {
    const zone = await this.listings.get(session);
    if (zone)
      throw new SmtpReplyError(550, '5.7.1', `Rejected: your IP address ${session.remoteAddress} is listed at ${zone}`);
  }

  /** Throws for an unknown combination of network, sender and recipient. If the greylist fails, mail passes. */
  private async checkGreylist(recipient: AcceptedRecipient, from: string, session: SMTPServerSession): Promise<void> {
    const { greylist, log } = this.parts;
    // Role addresses accept every sender; bounces to our return addresses are expected.
    if (!greylist || recipient.kind === 'bounce' || isRole(recipient)) return;
    const seconds = await greylist
      .secondsToWait(neighbourhoodOf(session.remoteAddress), from.toLowerCase(), recipient.key)
      .catch(
        (error: Error) => void log.warn({ event: 'mail.greylist.lookup_failed', err: error }, 'greylist lookup failed'),
      );
    if (seconds) throw new GreylistedReply(451, '4.7.1', `Greylisted: please try again in ${seconds} seconds`);
  }

  /** Records a rejection in the recipient's delivery log. */
  private recordRejection(
    refusal: SmtpReplyError,
    mail: { key: string; address: string; from: string; client: string },
  ): void {
    const { recorder, clock } = this.parts;
    const { key, address, from, client } = mail;
    const id = newId(clock.now());
    const unread = { author: '', subject: '', size: 0 };
    recorder.record(id, {
      step: 'received',
      key,
      recipient: address,
      sender: from,
      client,
      ...unread,
    });
    const { responseCode: code, enhanced, text } = refusal;
    recorder.record(id, { step: 'refused', code, enhanced, text });
  }
}

/** An address outside ASCII requires SMTPUTF8 (RFC 6531 3.2). Its domain may have been written in ASCII. */
function checkSmtpUtf8(address: string, session: SMTPServerSession): SmtpReplyError | null {
  const local = splitAddress(address)?.local ?? address;
  if (!isInternational(local) || session.envelope.smtpUtf8) return null;
  return new SmtpReplyError(553, '5.6.7', 'An address outside ASCII requires SMTPUTF8');
}

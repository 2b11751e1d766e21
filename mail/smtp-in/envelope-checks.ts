import type { SMTPServerSession } from 'smtp-server';
import type { Clock } from '../host/clock.ts';
import type { Greylist } from '../host/greylist.ts';
import type { Log } from '../host/log.ts';
import type { Recorder } from '../host/recorder.ts';
import { isInternational, splitAddress } from '../message/address.ts';
import { newId } from '../message/message-id.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { neighbourhoodOf } from './client-network.ts';
import type { BlockLists } from './dnsbl.ts';
import type { RateLimiter } from './rate-limits.ts';
import { type Accepted, decideRecipient, destinationsOf, isRole, type RecipientRules } from './recipient.ts';

export interface EnvelopePolicyOptions {
  rules: RecipientRules;
  gate: RateLimiter;
  greylist: Greylist | null;
  listedIn: BlockLists;
  recorder: Recorder;
  clock: Clock;
  log: Log;
}

/** Who comes again in a minute has not been turned down. */
class NotYet extends SmtpReplyError {}

/** Who may send here, and to whom: everything that is asked before the data. */
export class EnvelopePolicy {
  private readonly parts: EnvelopePolicyOptions;
  private readonly listings = new WeakMap<SMTPServerSession, Promise<string | null>>();

  constructor(parts: EnvelopePolicyOptions) {
    this.parts = parts;
  }

  /** Asks the block lists while the client says who it is; they are looked at when it names a recipient. */
  client(session: SMTPServerSession): void {
    this.listings.set(session, this.parts.listedIn(session.remoteAddress));
  }

  sender(address: string, session: SMTPServerSession): SmtpReplyError | null {
    return undeclared(address, session) ?? this.parts.gate.mail(session.remoteAddress, address);
  }

  /** One recipient, within all limits; rejects with a SmtpReplyError. Whom it concerns hears of it through the recorder. */
  async recipient(address: string, session: SMTPServerSession): Promise<Accepted> {
    const international = undeclared(address, session);
    if (international) throw international;
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
    let recipient: Accepted | undefined;
    try {
      recipient = await decideRecipient(address, from, this.parts.rules);
      if (!isRole(recipient)) await this.unlisted(session);
      await this.known(recipient, from, session);
      const tooMuch = this.parts.gate.recipient(recipient);
      if (tooMuch) {
        const { limits } = this.parts.gate;
        const limit = Math.min(limits.recipient, limits.inbox);
        if (recipient.kind !== 'bounce') this.parts.recorder.limitReached(recipient.key, limit);
        throw tooMuch;
      }
      return recipient;
    } catch (error) {
      if (!(error instanceof SmtpReplyError)) throw error;
      const key = error.key ?? (recipient && recipient.kind !== 'bounce' ? recipient.key : undefined);
      if (key !== undefined && !(error instanceof NotYet)) {
        this.note(error, { key, address, from, client: session.remoteAddress });
      }
      throw error;
    }
  }

  /**
   * Whether mail goes where it went when its recipients were named. Between that and the end of the data a client may
   * take half an hour, and nothing is to reach an inbox that was taken away meanwhile: who comes again hears the truth.
   */
  async unmoved(recipients: Accepted[]): Promise<SmtpReplyError | null> {
    const moved = await Promise.all(recipients.map((recipient) => this.hasMoved(recipient)));
    if (!moved.includes(true)) return null;
    return new SmtpReplyError(451, '4.3.0', 'A recipient has changed while the message came in, please try again');
  }

  private async hasMoved(recipient: Accepted): Promise<boolean> {
    if (recipient.kind !== 'forward') return false;
    try {
      const now = destinationsOf(await this.parts.rules.directory.resolve(recipient.local));
      return now.join('\n') !== recipient.destinations.join('\n');
    } catch {
      // Who cannot be asked now has told it once.
      return false;
    }
  }

  /** A message was turned down before anybody read it: those it was for may want to know. */
  unread(refusal: SmtpReplyError, mail: { from: string; recipients: Accepted[]; client: { address: string } }): void {
    const { from, recipients, client } = mail;
    for (const recipient of recipients) {
      if (recipient.kind === 'bounce') continue;
      const { key, address } = recipient;
      this.note(refusal, { key, address, from, client: client.address });
    }
  }

  private async unlisted(session: SMTPServerSession): Promise<void> {
    const zone = await this.listings.get(session);
    if (zone) throw new SmtpReplyError(550, '5.7.1', `Your address ${session.remoteAddress} is listed at ${zone}`);
  }

  /** Rejects for a sender who is not known yet. A greylist that cannot be asked makes nobody wait. */
  private async known(recipient: Accepted, from: string, session: SMTPServerSession): Promise<void> {
    const { greylist, log } = this.parts;
    // Those in charge are for everybody; notices to our return addresses are expected.
    if (!greylist || recipient.kind === 'bounce' || isRole(recipient)) return;
    const seconds = await greylist
      .secondsToWait(neighbourhoodOf(session.remoteAddress), from.toLowerCase(), recipient.key)
      .catch((error: Error) => void log.warn({ err: error }, 'greylist cannot be asked'));
    if (seconds) throw new NotYet(451, '4.7.1', `You are new here, please come again in ${seconds} seconds`);
  }

  /** Writes down a refusal for the one it was meant for. */
  private note(refusal: SmtpReplyError, mail: { key: string; address: string; from: string; client: string }): void {
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
    const { responseCode: code, enhanced, text: words } = refusal;
    recorder.record(id, { step: 'refused', code, enhanced, text: words });
  }
}

/** RFC 6531 3.2: an address outside ASCII needs SMTPUTF8. Its domain may have been written in ASCII. */
function undeclared(address: string, session: SMTPServerSession): SmtpReplyError | null {
  const local = splitAddress(address)?.local ?? address;
  if (!isInternational(local) || session.envelope.smtpUtf8) return null;
  return new SmtpReplyError(553, '5.6.7', 'An address outside ASCII needs SMTPUTF8');
}

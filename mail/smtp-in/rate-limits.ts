import type { SharedCounters } from '../host/shared-counters.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { networkOf } from './client-network.ts';
import type { AcceptedRecipient } from './recipient.ts';

/** Limits on incoming mail. */
export interface Limits {
  /** Concurrent connections from one network; beyond it the longest idle one is closed. */
  connections: number;
  connectionsPerMinute: number;
  /** Messages per hour from one network, and from one sender in one network. */
  messagesPerNetwork: number;
  messagesPerSender: number;
  /** Messages per hour for one recipient, and for one destination inbox. */
  messagesPerRecipient: number;
  messagesPerInbox: number;
  /** Unknown recipients per hour that one network may name. */
  unknownRecipients: number;
  /** Rejected recipients per session, after which replies are delayed by a second. */
  slowAfterRefusals: number;
  /** Rejected recipients per session, after which the connection is closed. */
  maxRefusals: number;
  /** NOOP, RSET, VRFY, HELP, HELO and EHLO commands since the last message. */
  maxIdleCommands: number;
  /** Syntax and sequence errors in one session. */
  maxErrors: number;
  /** If no connection is free, a transfer slower than `minBytesPerSecond` for this long is closed. */
  slowTransferSeconds: number;
  minBytesPerSecond: number;
}

/**
 * The limits by network are above what a large provider's server sends. The limits by inbox are what large providers still
 * accept from one forwarder; more would harm the reputation of this server.
 */
export const LIMITS: Limits = {
  connections: 250,
  connectionsPerMinute: 6000,
  messagesPerNetwork: 100_000,
  messagesPerSender: 50_000,
  messagesPerRecipient: 500,
  messagesPerInbox: 500,
  unknownRecipients: 1000,
  slowAfterRefusals: 30,
  maxRefusals: 60,
  maxIdleCommands: 100,
  maxErrors: 40,
  slowTransferSeconds: 30,
  minBytesPerSecond: 500,
};

const MINUTE = 60;
const HOUR = 3600;

const later = (reason: string) => new SmtpReplyError(451, '4.7.1', `${reason}, please try again later`);

/** Counts incoming connections, messages and recipients. Each method returns null, or the reply if its limit is exceeded. */
export class RateLimiter {
  readonly limits: Limits;
  private readonly limitNetworks: boolean;
  private readonly counters: SharedCounters;

  /** If `limitNetworks` is false, only the limits by recipient and inbox apply. */
  constructor(limits: Limits, networks: boolean, rates: SharedCounters) {
    this.limits = limits;
    this.limitNetworks = networks;
    this.counters = rates;
  }

  /** Maximum concurrent connections of one network. */
  get connections(): number {
    return this.limitNetworks ? this.limits.connections : Number.POSITIVE_INFINITY;
  }

  countConnection(address: string): SmtpReplyError | null {
    if (this.from(`connections ${networkOf(address)}`, this.limits.connectionsPerMinute, MINUTE)) return null;
    return new SmtpReplyError(
      421,
      '4.7.0',
      'Too many connections from your network in the last minute, please try again later',
    );
  }

  /** Senders are counted per network, so that a forged sender cannot use up the limit of a real one. */
  countMessage(address: string, sender: string): SmtpReplyError | null {
    const network = networkOf(address);
    if (!this.from(`network ${network}`, this.limits.messagesPerNetwork, HOUR)) {
      return later('Too much mail from your network in the last hour');
    }
    if (sender === '' || this.from(`sender ${network} ${sender.toLowerCase()}`, this.limits.messagesPerSender, HOUR))
      return null;
    return later('Too much mail from this sender in the last hour');
  }

  countRecipient(recipient: AcceptedRecipient): SmtpReplyError | null {
    if (recipient.kind === 'bounce') return null;
    const inboxes = recipient.kind === 'forward' ? recipient.destinations : [];
    const isAllowed =
      this.counters.take(`recipient ${recipient.key}`, this.limits.messagesPerRecipient, HOUR) &&
      inboxes.every((inbox) => this.counters.take(`inbox ${inbox.toLowerCase()}`, this.limits.messagesPerInbox, HOUR));
    return isAllowed ? null : later('Too much mail for this recipient in the last hour');
  }

  countUnknownRecipient(address: string): SmtpReplyError | null {
    if (this.from(`unknown ${networkOf(address)}`, this.limits.unknownRecipients, HOUR)) return null;
    return new SmtpReplyError(421, '4.7.0', 'Too many unknown recipients from your network, please try again later');
  }

  private from(key: string, max: number, seconds: number): boolean {
    return !this.limitNetworks || this.counters.take(key, max, seconds);
  }
}

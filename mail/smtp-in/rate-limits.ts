import type { SharedCounters } from '../host/shared-counters.ts';
import { SmtpReplyError } from '../message/smtp-reply-error.ts';
import { networkOf } from './client-network.ts';
import type { Accepted } from './recipient.ts';

/** How much mail may come in: the numbers, in one place. */
export interface Limits {
  /** Connections of one network at once; beyond, its longest idle one makes room. */
  connections: number;
  connectionsAMinute: number;
  /** Messages an hour from one network, and from one sender at one network. */
  network: number;
  sender: number;
  /** Messages an hour for one recipient of ours, and for one inbox behind. */
  recipient: number;
  inbox: number;
  /** Recipients who are not there, that one network asks for in an hour. */
  unknown: number;
  /** Refused recipients of one session: after so many each further one takes a second, after so many it ends. */
  refusedSlow: number;
  refusedMost: number;
  /** Commands since the last message that bring none: NOOP, RSET, VRFY, HELP, HELO, EHLO. */
  idleCommands: number;
  /** Errors of syntax and order in one session. */
  mistakes: number;
  /** Where there is no room for a newcomer, who has been in a message for so many seconds with fewer bytes a second goes. */
  slowAfter: number;
  slowest: number;
}

/**
 * Generous to networks: a large provider's server stays below them. An inbox gets what large providers still take from one
 * forwarder: more than that, in a flood, would be held against this server.
 */
export const LIMITS: Limits = {
  connections: 250,
  connectionsAMinute: 6000,
  network: 100_000,
  sender: 50_000,
  recipient: 500,
  inbox: 500,
  unknown: 1000,
  refusedSlow: 30,
  refusedMost: 60,
  idleCommands: 100,
  mistakes: 40,
  slowAfter: 30,
  slowest: 500,
};

const MINUTE = 60;
const HOUR = 3600;

const later = (what: string) => new SmtpReplyError(451, '4.7.1', `${what}, please come again later`);

/** Counts what comes in. Each method notes one and answers null, or the reply where that is one too many. */
export class RateLimiter {
  readonly limits: Limits;
  private readonly networks: boolean;
  private readonly rates: SharedCounters;

  /** With `networks` false nobody is limited by where he comes from. */
  constructor(limits: Limits, networks: boolean, rates: SharedCounters) {
    this.limits = limits;
    this.networks = networks;
    this.rates = rates;
  }

  /** Connections at once that one network may have. */
  get connections(): number {
    return this.networks ? this.limits.connections : Number.POSITIVE_INFINITY;
  }

  connection(address: string): SmtpReplyError | null {
    if (this.from(`connections ${networkOf(address)}`, this.limits.connectionsAMinute, MINUTE)) return null;
    return new SmtpReplyError(
      421,
      '4.7.0',
      'Too many connections from your network in this minute, please come again later',
    );
  }

  /** A sender counts at his network, so that nobody uses up what is another's by writing his name. */
  mail(address: string, sender: string): SmtpReplyError | null {
    const network = networkOf(address);
    if (!this.from(`network ${network}`, this.limits.network, HOUR)) {
      return later('Too much mail from your network in this hour');
    }
    if (sender === '' || this.from(`sender ${network} ${sender.toLowerCase()}`, this.limits.sender, HOUR)) return null;
    return later('Too much mail from this sender in this hour');
  }

  recipient(recipient: Accepted): SmtpReplyError | null {
    if (recipient.kind === 'bounce') return null;
    const inboxes = recipient.kind === 'forward' ? recipient.destinations : [];
    const room =
      this.rates.take(`recipient ${recipient.key}`, this.limits.recipient, HOUR) &&
      inboxes.every((inbox) => this.rates.take(`inbox ${inbox.toLowerCase()}`, this.limits.inbox, HOUR));
    return room ? null : later('Too much mail for this recipient in this hour');
  }

  /** A recipient who is not there. */
  unknown(address: string): SmtpReplyError | null {
    if (this.from(`unknown ${networkOf(address)}`, this.limits.unknown, HOUR)) return null;
    return new SmtpReplyError(421, '4.7.0', 'Too many unknown recipients from your network, please come again later');
  }

  private from(key: string, most: number, seconds: number): boolean {
    return !this.networks || this.rates.take(key, most, seconds);
  }
}

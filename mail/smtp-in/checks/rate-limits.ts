import type { Inbox } from '../../host/directory.ts';
import type { SharedCounters } from '../../host/shared-state.ts';
import { SmtpReplyError } from '../../message/smtp-reply-error.ts';
import { HOUR_SECONDS, MINUTE_SECONDS } from '../../message/time.ts';
import type { Limits } from '../../options.ts';
import type { LocalRecipient } from '../../transaction.ts';
import { networkOf } from './client-network.ts';

const NONE: ReadonlySet<Inbox> = new Set();

const later = (reason: string) => new SmtpReplyError(451, '4.7.1', `${reason}, please try again later`);

/** Counts incoming connections, messages and recipients. Each method returns null, or the reply if its limit is exceeded. */
export class RateLimiter {
  readonly limits: Limits;
  readonly #limitNetworks: boolean;
  readonly #counters: SharedCounters;

  /** If `limitNetworks` is false, only the limits by recipient and inbox apply. */
  constructor(limits: Limits, limitNetworks: boolean, counters: SharedCounters) {
    this.limits = limits;
    this.#limitNetworks = limitNetworks;
    this.#counters = counters;
  }

  countConnection(address: string): SmtpReplyError | null {
    if (this.#take(`connections ${networkOf(address)}`, this.limits.connectionsPerMinute, MINUTE_SECONDS)) return null;
    return new SmtpReplyError(
      421,
      '4.7.0',
      'Too many connections from your network in the last minute, please try again later',
    );
  }

  /** Counts senders per network: forged mail from another network cannot use up the limit of the real sender. */
  countMessage(address: string, sender: string): SmtpReplyError | null {
    const network = networkOf(address);
    if (!this.#take(`network ${network}`, this.limits.messagesPerNetwork, HOUR_SECONDS)) {
      return later('Too much mail from your network in the last hour');
    }
    if (
      sender === '' ||
      this.#take(`sender ${network} ${sender.toLowerCase()}`, this.limits.messagesPerSender, HOUR_SECONDS)
    )
      return null;
    return later('Too much mail from this sender in the last hour');
  }

  /**
   * Counts a message for a recipient and for each of its inboxes. Inboxes above their limit are `full`; the message is
   * refused only if all of them are.
   */
  countRecipient(recipient: LocalRecipient): { refusal: SmtpReplyError | null; full: ReadonlySet<Inbox> } {
    // Replies have the limits of sent mail instead.
    if (!('key' in recipient) || recipient.kind === 'reply') return { refusal: null, full: NONE };
    const refusal = later('Too much mail for this recipient in the last hour');
    if (!this.#counters.take(`recipient ${recipient.key}`, this.limits.messagesPerRecipient, HOUR_SECONDS))
      return { refusal, full: NONE };
    if (recipient.kind !== 'forward') return { refusal: null, full: NONE };
    const { inboxes } = recipient;
    const isFree = new Map<string, boolean>();
    for (const { address } of inboxes) {
      const name = address.toLowerCase();
      if (!isFree.has(name)) isFree.set(name, takeInbox(this.#counters, name, this.limits.messagesPerInbox));
    }
    const full = inboxes.filter(({ address }) => !isFree.get(address.toLowerCase()));
    if (full.length === 0) return { refusal: null, full: NONE };
    return { refusal: full.length === inboxes.length ? refusal : null, full: new Set(full) };
  }

  countUnknownRecipient(address: string): SmtpReplyError | null {
    if (this.#take(`unknown ${networkOf(address)}`, this.limits.unknownRecipients, HOUR_SECONDS)) return null;
    return new SmtpReplyError(421, '4.7.0', 'Too many unknown recipients from your network, please try again later');
  }

  /** Counts an event of a network; returns false above the limit. */
  #take(key: string, max: number, seconds: number): boolean {
    return !this.#limitNetworks || this.#counters.take(key, max, seconds);
  }
}

/** Counts a message for an inbox; returns false if that exceeds `max` in the current hour. */
export function takeInbox(counters: SharedCounters, address: string, max: number): boolean {
  return counters.take(`inbox ${address.toLowerCase()}`, max, HOUR_SECONDS);
}

import type { SmtpClient } from '../client/smtp-client.ts';
import { type GlobalSlots, HostLimiter } from './host-limiter.ts';

export interface PoolOptions {
  /** Most conversations at once for each lane. */
  perHost: number;
  /** Most conversations at once in all, and half as many that are kept unused. */
  total: number;
  /** How long an unused conversation is kept, in milliseconds. */
  idleMs: number;
  /** Most messages over one conversation. */
  messagesPerConnection: number;
  /** A host that leaves us waiting so long for a word counts as one that does not answer; milliseconds, 30000. */
  silenceMs?: number;
}

/** Lanes without use that are remembered, because their host rests or wants less. */
const MAX_LIMITERS = 2000;

/** So many times all places may be held by hosts that are silent, beside those that others use. */
const MAX_LENT_RATIO = 2;

/** Warm conversations, so that a message costs two round trips and not ten. Bounded for each lane and in all. */
export class Pool {
  private readonly options: PoolOptions;
  private readonly limiters = new Map<string, HostLimiter>();
  /** Lanes with somebody in line because all places of the process are taken. */
  private readonly waitingForSlot = new Set<HostLimiter>();
  private slotsTaken = 0;
  /** Conversations under way that have given their place among all to others: their hosts are silent. */
  private slotsLent = 0;
  private idleCount = 0;
  private readonly closer = new AbortController();
  /** Aborted once the pool closes: what is being opened then is of no use. */
  readonly closing = this.closer.signal;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  get silenceMs(): number {
    return this.options.silenceMs ?? 30_000;
  }

  /** The lane of a host under a demand; the same one each time. */
  limiterFor(key: string): HostLimiter {
    let lane = this.limiters.get(key);
    if (!lane) {
      if (this.limiters.size >= MAX_LIMITERS) this.evict();
      lane = new HostLimiter(this.options.perHost, this.slots);
      this.limiters.set(key, lane);
    }
    return lane;
  }

  /** A conversation that waits for work, the most recently used first; null when a new one is needed. */
  takeIdle(lane: HostLimiter): SmtpClient | null {
    for (let kept = lane.idleClients.pop(); kept; kept = lane.idleClients.pop()) {
      clearTimeout(kept.timer);
      this.idleCount--;
      if (kept.client.open) return kept.client;
      kept.client.close();
    }
    return null;
  }

  /** Keeps a conversation for the next message, or ends it when it has served enough or too many are kept. */
  release(lane: HostLimiter, peer: SmtpClient): void {
    const { messagesPerConnection: uses, idleMs: idle, total: inAll } = this.options;
    if (this.closing.aborted || !peer.open || peer.messagesSent >= uses || idle <= 0 || this.idleCount >= inAll / 2) {
      quitOrClose(peer);
      return;
    }
    this.idleCount++;
    const timer = setTimeout(() => {
      lane.idleClients = lane.idleClients.filter((other) => other.client !== peer);
      this.idleCount--;
      quitOrClose(peer);
    }, idle);
    timer.unref();
    lane.idleClients.push({ client: peer, timer });
  }

  /** Ends all idle conversations; those under way end after their message. */
  close(): void {
    this.closer.abort();
    for (const lane of this.limiters.values()) {
      for (const { client: peer, timer } of lane.idleClients.splice(0)) {
        clearTimeout(timer);
        quitOrClose(peer);
      }
    }
    this.idleCount = 0;
  }

  private readonly slots: GlobalSlots = {
    take: (lane) => {
      if (this.slotsTaken >= this.options.total) {
        this.waitingForSlot.add(lane);
        return false;
      }
      this.slotsTaken++;
      return true;
    },
    lend: () => {
      if (this.slotsLent >= this.options.total * MAX_LENT_RATIO) return false;
      this.slotsLent++;
      this.slots.release(false);
      return true;
    },
    release: (lent) => {
      if (lent) {
        this.slotsLent--;
        return;
      }
      this.slotsTaken--;
      // In turn: a lane that gets nothing goes back to the end of the line.
      for (const lane of [...this.waitingForSlot]) {
        if (this.slotsTaken >= this.options.total) return;
        this.waitingForSlot.delete(lane);
        lane.admitWaiting();
      }
    },
  };

  /** Forgets lanes that nobody uses: first those that know nothing, then the oldest. */
  private evict(): void {
    for (const [key, lane] of this.limiters) if (lane.isDefault) this.limiters.delete(key);
    for (const [key, lane] of this.limiters) {
      if (this.limiters.size < MAX_LIMITERS) return;
      if (!lane.isBusy) this.limiters.delete(key);
    }
  }
}

/** Ends a conversation, politely where it is still open. */
export function quitOrClose(peer: SmtpClient): void {
  if (peer.open) peer.quit();
  else peer.close();
}

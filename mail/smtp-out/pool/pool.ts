import type { SmtpClient } from '../client/smtp-client.ts';
import { type GlobalSlots, HostLimiter } from './host-limiter.ts';

export interface PoolOptions {
  /** Maximum concurrent connections per host. */
  perHost: number;
  /** Maximum concurrent connections in total. At most half of them stay open while idle. */
  total: number;
  /** Milliseconds after which an idle connection is closed. */
  idleMs: number;
  /** Maximum messages per connection. */
  messagesPerConnection: number;
  /** Milliseconds without activity after which a host is treated as unresponsive; default 30000. */
  silenceMs?: number;
}

/** Maximum number of limiters in memory. */
const MAX_LIMITERS = 2000;

/** Maximum number of slots lent by unresponsive hosts, as a multiple of `total`. */
const MAX_LENT_RATIO = 2;

/** Pool of SMTP connections, limited per host and in total. Reuse reduces a message from ten round trips to two. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #limiters = new Map<string, HostLimiter>();
  /** Limiters with attempts that wait for a global slot. */
  readonly #waitingForSlot = new Set<HostLimiter>();
  #slotsTaken = 0;
  /** Slots lent by unresponsive hosts. */
  #slotsLent = 0;
  #idleCount = 0;
  readonly #closer = new AbortController();
  /** Aborted when the pool closes, which cancels connections being opened. */
  readonly closing = this.#closer.signal;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get silenceMs(): number {
    return this.#options.silenceMs ?? 30_000;
  }

  /** Returns the limiter of an endpoint, created on first use. */
  limiterFor(key: string): HostLimiter {
    let limiter = this.#limiters.get(key);
    if (!limiter) {
      if (this.#limiters.size >= MAX_LIMITERS) this.#evict();
      limiter = new HostLimiter(this.#options.perHost, this.#slots);
      this.#limiters.set(key, limiter);
    }
    return limiter;
  }

  /** Takes the most recently used idle connection; null if no connection is idle. */
  takeIdle(limiter: HostLimiter): SmtpClient | null {
    for (let idle = limiter.idleClients.pop(); idle; idle = limiter.idleClients.pop()) {
      clearTimeout(idle.timer);
      this.#idleCount--;
      if (idle.client.open) return idle.client;
      idle.client.close();
    }
    return null;
  }

  /** Returns a connection to the pool, or closes it if a limit is reached. */
  release(limiter: HostLimiter, client: SmtpClient): void {
    const { messagesPerConnection, idleMs, total } = this.#options;
    const isUsedUp = client.messagesSent >= messagesPerConnection;
    if (this.closing.aborted || !client.open || isUsedUp || idleMs <= 0 || this.#idleCount >= total / 2) {
      quitOrClose(client);
      return;
    }
    this.#idleCount++;
    const timer = setTimeout(() => {
      limiter.idleClients = limiter.idleClients.filter((other) => other.client !== client);
      this.#idleCount--;
      quitOrClose(client);
    }, idleMs);
    timer.unref();
    limiter.idleClients.push({ client: client, timer });
  }

  /** Closes all idle connections. Busy connections close after their message. */
  close(): void {
    this.#closer.abort();
    for (const limiter of this.#limiters.values()) {
      for (const { client, timer } of limiter.idleClients.splice(0)) {
        clearTimeout(timer);
        quitOrClose(client);
      }
    }
    this.#idleCount = 0;
  }

  readonly #slots: GlobalSlots = {
    take: (limiter) => {
      if (this.#slotsTaken >= this.#options.total) {
        this.#waitingForSlot.add(limiter);
        return false;
      }
      this.#slotsTaken++;
      return true;
    },
    lend: () => {
      if (this.#slotsLent >= this.#options.total * MAX_LENT_RATIO) return false;
      this.#slotsLent++;
      this.#slots.release(false);
      return true;
    },
    release: (lent) => {
      if (lent) {
        this.#slotsLent--;
        return;
      }
      this.#slotsTaken--;
      // Round robin: a limiter that gets no slot is added again at the end.
      for (const limiter of [...this.#waitingForSlot]) {
        if (this.#slotsTaken >= this.#options.total) return;
        this.#waitingForSlot.delete(limiter);
        limiter.admitWaiting();
      }
    },
  };

  /** Removes unused limiters, first limiters in their initial state and then the oldest. */
  #evict(): void {
    for (const [key, limiter] of this.#limiters) if (limiter.isDefault) this.#limiters.delete(key);
    for (const [key, limiter] of this.#limiters) {
      if (this.#limiters.size < MAX_LIMITERS) return;
      if (!limiter.isBusy) this.#limiters.delete(key);
    }
  }
}

/** Closes a connection, with QUIT if it is open. */
export function quitOrClose(client: SmtpClient): void {
  if (client.open) client.quit();
  else client.close();
}

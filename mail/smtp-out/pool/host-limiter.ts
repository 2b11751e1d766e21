import type { SmtpClient } from '../client/smtp-client.ts';
import { AimdLimit } from './aimd-limit.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** Longer waits are rejected immediately. */
const MAX_WAIT_MS = 15_000;

/** Reasons to grant no connection: the circuit is open, the host throttles us, or the signal aborted. */
export type RejectReason = 'circuit-open' | 'throttled' | 'timeout';

interface Waiter {
  settle(reason: RejectReason | null): void;
}

/** Connection slots shared by all hosts of a process. */
export interface GlobalSlots {
  /** Takes a slot; false if none is free. */
  take(limiter: HostLimiter): boolean;
  /** Lends the slot of an unresponsive host to other hosts; false if the maximum is lent. */
  lend(): boolean;
  /** Returns a slot; `lent`: the slot had been lent. */
  release(lent: boolean): void;
}

/** Limits the connections to one host under one TLS policy. */
export class HostLimiter {
  readonly circuit = new CircuitBreaker();
  readonly limit: AimdLimit;
  idleClients: { client: SmtpClient; timer: NodeJS.Timeout }[] = [];
  #inUse = 0;
  readonly #waiting: Waiter[] = [];
  readonly #slots: GlobalSlots;
  #timer: NodeJS.Timeout | undefined;

  constructor(perHost: number, slots: GlobalSlots) {
    this.limit = new AimdLimit(perHost);
    this.#slots = slots;
  }

  /** Waits for permission to connect; null if granted. The caller must then call `release`. */
  async acquire(signal: AbortSignal): Promise<RejectReason | null> {
    const now = performance.now();
    if (signal.aborted) return 'timeout';
    if (this.circuit.isOpen(now)) return 'circuit-open';
    if (this.#waiting.length === 0 && this.limit.wait(now) === 0) {
      const reason = this.#admit(now);
      if (reason !== 'full') return reason;
    }
    if (this.limit.wait(now, this.#waiting.length) > MAX_WAIT_MS) return 'throttled';
    return new Promise((resolve) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        resolve('timeout');
      };
      const waiter: Waiter = {
        settle(reason) {
          signal.removeEventListener('abort', onAbort);
          resolve(reason);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiter);
      this.admitWaiting();
    });
  }

  release(lent = false): void {
    this.#inUse--;
    this.#slots.release(lent);
    this.admitWaiting();
  }

  /** Lends the global slot of an unresponsive host. The slot of the limiter stays in use. */
  lend(): boolean {
    return this.#slots.lend();
  }

  /** Admits waiting attempts as the limits allow; rejects all of them if the circuit is open. */
  admitWaiting(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) {
      const now = performance.now();
      const wait = this.limit.wait(now);
      if (wait > 0 && !this.circuit.isOpen(now)) {
        this.#timer = setTimeout(() => this.admitWaiting(), wait);
        return;
      }
      const reason = this.#admit(now);
      if (reason === 'full') return;
      this.#waiting.shift()?.settle(reason);
    }
  }

  /** Records a failure and rejects waiting attempts if it opens the circuit. */
  failed(): void {
    this.circuit.failed(performance.now(), Math.random());
    this.admitWaiting();
  }

  throttled(): void {
    this.limit.decrease(performance.now(), Math.random());
  }

  /** Whether a new limiter would have the same state. */
  get isDefault(): boolean {
    return !this.isBusy && this.circuit.hasNoFailures && this.limit.isDefault;
  }

  get isBusy(): boolean {
    return this.#inUse > 0 || this.idleClients.length > 0 || this.#waiting.length > 0;
  }

  #admit(now: number): RejectReason | null | 'full' {
    if (this.circuit.isOpen(now)) return 'circuit-open';
    if (this.#inUse >= this.limit.current || !this.#slots.take(this)) return 'full';
    this.circuit.tryAcquire(now);
    this.#inUse++;
    this.limit.started(now);
    return null;
  }
}

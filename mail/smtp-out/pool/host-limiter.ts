import type { SmtpClient } from '../client/smtp-client.ts';
import { AimdLimit } from './aimd-limit.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** Whoever would wait longer than this for a place is told so at once. */
const MAX_WAIT_MS = 15_000;

/** Why there was no place: the host is left alone, it wants us to slow down, or the signal came first. */
export type RejectReason = 'resting' | 'slow' | 'late';

interface Waiter {
  settle(turned: RejectReason | null): void;
}

/** What a lane asks of the pool around it. */
export interface GlobalSlots {
  /** Takes one of the places that all lanes share; false when there is none. */
  take(lane: HostLimiter): boolean;
  /** Lets others have a place that is held for a silent host; false when there are too many such. */
  lend(): boolean;
  /** A place is free again; `lent` where others have it already. */
  release(lent: boolean): void;
}

/** The places and conversations of one host under one demand. */
export class HostLimiter {
  readonly circuit = new CircuitBreaker();
  readonly limit: AimdLimit;
  idleClients: { client: SmtpClient; timer: NodeJS.Timeout }[] = [];
  private inUse = 0;
  private readonly waiting: Waiter[] = [];
  private readonly slots: GlobalSlots;
  private timer: NodeJS.Timeout | undefined;

  constructor(perLane: number, yard: GlobalSlots) {
    this.limit = new AimdLimit(perLane);
    this.slots = yard;
  }

  /** Waits for a place; answers why there is none. Each place taken must be left. */
  async acquire(signal: AbortSignal): Promise<RejectReason | null> {
    const now = performance.now();
    if (signal.aborted) return 'late';
    if (this.circuit.isOpen(now)) return 'resting';
    if (this.waiting.length === 0 && this.limit.wait(now) === 0) {
      const turned = this.admit(now);
      if (turned !== 'full') return turned;
    }
    if (this.limit.wait(now, this.waiting.length) > MAX_WAIT_MS) return 'slow';
    return new Promise((resolve) => {
      const onAbort = () => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        resolve('late');
      };
      const waiter: Waiter = {
        settle(turned) {
          signal.removeEventListener('abort', onAbort);
          resolve(turned);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(waiter);
      this.admitWaiting();
    });
  }

  release(lent = false): void {
    this.inUse--;
    this.slots.release(lent);
    this.admitWaiting();
  }

  /** The host is silent: its own place stays taken, the one among all is for others. */
  lend(): boolean {
    return this.slots.lend();
  }

  /** Lets in whoever may come in now; turns all away when the host is being left alone. */
  admitWaiting(): void {
    clearTimeout(this.timer);
    while (this.waiting.length > 0) {
      const now = performance.now();
      const wait = this.limit.wait(now);
      if (wait > 0 && !this.circuit.isOpen(now)) {
        this.timer = setTimeout(() => this.admitWaiting(), wait);
        return;
      }
      const turned = this.admit(now);
      if (turned === 'full') return;
      this.waiting.shift()?.settle(turned);
    }
  }

  /** The host could not be reached or was silent: who waits in line need not find out for himself. */
  failed(): void {
    this.circuit.failed(performance.now(), Math.random());
    this.admitWaiting();
  }

  throttled(): void {
    this.limit.decrease(performance.now(), Math.random());
  }

  /** Whether nothing is remembered that another lane would not start with. */
  get isDefault(): boolean {
    return !this.isBusy && this.circuit.hasNoFailures && this.limit.isDefault;
  }

  get isBusy(): boolean {
    return this.inUse > 0 || this.idleClients.length > 0 || this.waiting.length > 0;
  }

  private admit(now: number): RejectReason | null | 'full' {
    if (this.circuit.isOpen(now)) return 'resting';
    if (this.inUse >= this.limit.current || !this.slots.take(this)) return 'full';
    this.circuit.tryAcquire(now);
    this.inUse++;
    this.limit.started(now);
    return null;
  }
}

import type { SmtpClient } from '../client/smtp-client.ts';
import { AimdLimit } from './aimd-limit.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** Whoever would wait longer than this for a place is told so at once. */
const LONGEST_LINE = 15_000;

/** Why there was no place: the host is left alone, it wants us to slow down, or the signal came first. */
export type RejectReason = 'resting' | 'slow' | 'late';

interface Waiter {
  turn(turned: RejectReason | null): void;
}

/** What a lane asks of the pool around it. */
export interface GlobalSlots {
  /** Takes one of the places that all lanes share; false when there is none. */
  take(lane: HostLimiter): boolean;
  /** Lets others have a place that is held for a silent host; false when there are too many such. */
  lend(): boolean;
  /** A place is free again; `lent` where others have it already. */
  give(lent: boolean): void;
}

/** The places and conversations of one host under one demand. */
export class HostLimiter {
  readonly circuit = new CircuitBreaker();
  readonly pace: AimdLimit;
  idle: { peer: SmtpClient; timer: NodeJS.Timeout }[] = [];
  private taken = 0;
  private readonly waiting: Waiter[] = [];
  private readonly yard: GlobalSlots;
  private timer: NodeJS.Timeout | undefined;

  constructor(perLane: number, yard: GlobalSlots) {
    this.pace = new AimdLimit(perLane);
    this.yard = yard;
  }

  /** Waits for a place; answers why there is none. Each place taken must be left. */
  async enter(signal: AbortSignal): Promise<RejectReason | null> {
    const now = performance.now();
    if (signal.aborted) return 'late';
    if (this.circuit.rests(now)) return 'resting';
    if (this.waiting.length === 0 && this.pace.wait(now) === 0) {
      const turned = this.admit(now);
      if (turned !== 'full') return turned;
    }
    if (this.pace.wait(now, this.waiting.length) > LONGEST_LINE) return 'slow';
    return new Promise((resolve) => {
      const onAbort = () => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        resolve('late');
      };
      const waiter: Waiter = {
        turn(turned) {
          signal.removeEventListener('abort', onAbort);
          resolve(turned);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(waiter);
      this.pump();
    });
  }

  leave(lent = false): void {
    this.taken--;
    this.yard.give(lent);
    this.pump();
  }

  /** The host is silent: its own place stays taken, the one among all is for others. */
  lend(): boolean {
    return this.yard.lend();
  }

  /** Lets in whoever may come in now; turns all away when the host is being left alone. */
  pump(): void {
    clearTimeout(this.timer);
    while (this.waiting.length > 0) {
      const now = performance.now();
      const wait = this.pace.wait(now);
      if (wait > 0 && !this.circuit.rests(now)) {
        this.timer = setTimeout(() => this.pump(), wait);
        return;
      }
      const turned = this.admit(now);
      if (turned === 'full') return;
      this.waiting.shift()?.turn(turned);
    }
  }

  /** The host could not be reached or was silent: who waits in line need not find out for himself. */
  failed(): void {
    this.circuit.failed(performance.now(), Math.random());
    this.pump();
  }

  slow(): void {
    this.pace.slow(performance.now(), Math.random());
  }

  /** Whether nothing is remembered that another lane would not start with. */
  get fresh(): boolean {
    return !this.busy && this.circuit.closed && this.pace.steady;
  }

  get busy(): boolean {
    return this.taken > 0 || this.idle.length > 0 || this.waiting.length > 0;
  }

  private admit(now: number): RejectReason | null | 'full' {
    if (this.circuit.rests(now)) return 'resting';
    if (this.taken >= this.pace.atOnce || !this.yard.take(this)) return 'full';
    this.circuit.admits(now);
    this.taken++;
    this.pace.begin(now);
    return null;
  }
}

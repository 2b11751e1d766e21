import type { SmtpClient } from '../client/smtp-client.ts';
import { type GlobalSlots, HostLimiter } from './host-limiter.ts';

export interface PoolOptions {
  /** Most conversations at once for each lane. */
  perLane: number;
  /** Most conversations at once in all, and half as many that are kept unused. */
  inAll: number;
  /** How long an unused conversation is kept, in milliseconds. */
  idle: number;
  /** Most messages over one conversation. */
  uses: number;
  /** A host that leaves us waiting so long for a word counts as one that does not answer; milliseconds, 30000. */
  silence?: number;
}

/** Lanes without use that are remembered, because their host rests or wants less. */
const MOST_LANES = 2000;

/** So many times all places may be held by hosts that are silent, beside those that others use. */
const SILENT_SHARE = 2;

/** Warm conversations, so that a message costs two round trips and not ten. Bounded for each lane and in all. */
export class Pool {
  private readonly options: PoolOptions;
  private readonly lanes = new Map<string, HostLimiter>();
  /** Lanes with somebody in line because all places of the process are taken. */
  private readonly starved = new Set<HostLimiter>();
  private taken = 0;
  /** Conversations under way that have given their place among all to others: their hosts are silent. */
  private silent = 0;
  private kept = 0;
  private readonly closer = new AbortController();
  /** Aborted once the pool closes: what is being opened then is of no use. */
  readonly closing = this.closer.signal;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  get silence(): number {
    return this.options.silence ?? 30_000;
  }

  /** The lane of a host under a demand; the same one each time. */
  lane(key: string): HostLimiter {
    let lane = this.lanes.get(key);
    if (!lane) {
      if (this.lanes.size >= MOST_LANES) this.sweep();
      lane = new HostLimiter(this.options.perLane, this.yard);
      this.lanes.set(key, lane);
    }
    return lane;
  }

  /** A conversation that waits for work, the most recently used first; null when a new one is needed. */
  take(lane: HostLimiter): SmtpClient | null {
    for (let kept = lane.idle.pop(); kept; kept = lane.idle.pop()) {
      clearTimeout(kept.timer);
      this.kept--;
      if (kept.peer.open) return kept.peer;
      kept.peer.close();
    }
    return null;
  }

  /** Keeps a conversation for the next message, or ends it when it has served enough or too many are kept. */
  keep(lane: HostLimiter, peer: SmtpClient): void {
    const { uses, idle, inAll } = this.options;
    if (this.closing.aborted || !peer.open || peer.uses >= uses || idle <= 0 || this.kept >= inAll / 2) {
      end(peer);
      return;
    }
    this.kept++;
    const timer = setTimeout(() => {
      lane.idle = lane.idle.filter((other) => other.peer !== peer);
      this.kept--;
      end(peer);
    }, idle);
    timer.unref();
    lane.idle.push({ peer, timer });
  }

  /** Ends all idle conversations; those under way end after their message. */
  close(): void {
    this.closer.abort();
    for (const lane of this.lanes.values()) {
      for (const { peer, timer } of lane.idle.splice(0)) {
        clearTimeout(timer);
        end(peer);
      }
    }
    this.kept = 0;
  }

  private readonly yard: GlobalSlots = {
    take: (lane) => {
      if (this.taken >= this.options.inAll) {
        this.starved.add(lane);
        return false;
      }
      this.taken++;
      return true;
    },
    lend: () => {
      if (this.silent >= this.options.inAll * SILENT_SHARE) return false;
      this.silent++;
      this.yard.give(false);
      return true;
    },
    give: (lent) => {
      if (lent) {
        this.silent--;
        return;
      }
      this.taken--;
      // In turn: a lane that gets nothing goes back to the end of the line.
      for (const lane of [...this.starved]) {
        if (this.taken >= this.options.inAll) return;
        this.starved.delete(lane);
        lane.pump();
      }
    },
  };

  /** Forgets lanes that nobody uses: first those that know nothing, then the oldest. */
  private sweep(): void {
    for (const [key, lane] of this.lanes) if (lane.fresh) this.lanes.delete(key);
    for (const [key, lane] of this.lanes) {
      if (this.lanes.size < MOST_LANES) return;
      if (!lane.busy) this.lanes.delete(key);
    }
  }
}

/** Ends a conversation, politely where it is still open. */
export function end(peer: SmtpClient): void {
  if (peer.open) peer.quit();
  else peer.close();
}

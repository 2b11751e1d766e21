import type { Peer } from './peer.ts';

export interface PoolOptions {
  /** Most conversations at once for each key. */
  perKey: number;
  /** How long an unused conversation is kept. */
  idle: number;
  /** Most messages over one conversation. */
  uses: number;
}

interface Line {
  taken: number;
  idle: { peer: Peer; timer: NodeJS.Timeout }[];
  waiting: (() => void)[];
}

/** Warm conversations, so that a message costs one round trip and not ten. Bounded for each key. */
export class Pool {
  private readonly options: PoolOptions;
  private readonly lines = new Map<string, Line>();
  private closed = false;

  constructor(options: PoolOptions) {
    this.options = options;
  }

  /** Waits for a place; false when the signal ended the wait. Each place taken must be left. */
  async enter(key: string, signal: AbortSignal): Promise<boolean> {
    const line = this.line(key);
    if (signal.aborted) return false;
    if (line.taken < this.options.perKey) {
      line.taken++;
      return true;
    }
    return new Promise((resolve) => {
      const turn = () => {
        signal.removeEventListener('abort', giveUp);
        resolve(true);
      };
      const giveUp = () => {
        line.waiting.splice(line.waiting.indexOf(turn), 1);
        resolve(false);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      line.waiting.push(turn);
    });
  }

  leave(key: string): void {
    const line = this.line(key);
    const next = line.waiting.shift();
    if (next) {
      next();
    } else {
      line.taken--;
      this.forget(key, line);
    }
  }

  /** A conversation that waits for work, the most recently used first; null when a new one is needed. */
  take(key: string): Peer | null {
    const line = this.line(key);
    for (let kept = line.idle.pop(); kept; kept = line.idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.peer.open) return kept.peer;
      kept.peer.close();
    }
    return null;
  }

  /** Keeps a conversation for the next message, or ends it when it has served enough. */
  keep(key: string, peer: Peer): void {
    if (this.closed || !peer.open || peer.uses >= this.options.uses || this.options.idle <= 0) {
      end(peer);
      return;
    }
    const line = this.line(key);
    const timer = setTimeout(() => {
      line.idle = line.idle.filter((kept) => kept.peer !== peer);
      this.forget(key, line);
      end(peer);
    }, this.options.idle);
    timer.unref();
    line.idle.push({ peer, timer });
  }

  /** Ends all idle conversations; those under way end after their message. */
  close(): void {
    this.closed = true;
    for (const line of this.lines.values()) {
      for (const { peer, timer } of line.idle.splice(0)) {
        clearTimeout(timer);
        end(peer);
      }
    }
    this.lines.clear();
  }

  private line(key: string): Line {
    let line = this.lines.get(key);
    if (!line) {
      line = { taken: 0, idle: [], waiting: [] };
      this.lines.set(key, line);
    }
    return line;
  }

  private forget(key: string, line: Line): void {
    if (line.taken === 0 && line.idle.length === 0 && this.lines.get(key) === line) this.lines.delete(key);
  }
}

function end(peer: Peer): void {
  if (peer.open) peer.quit();
  else peer.close();
}

import { createHash } from 'node:crypto';
import type { DuplicateSuppression } from './host/duplicate-suppression.ts';

const MOST = 10_000;
/** Whoever got no answer comes again within minutes; some wait for hours (RFC 5321 4.5.4.1). */
const KEPT = 4 * 3_600_000;

/**
 * Messages that were delivered, or stored, to senders who had left before they could hear it. They come again, and must
 * not arrive twice. Held in memory: a process that dies forgets them.
 */
export class InMemoryDuplicateSuppression implements DuplicateSuppression {
  private readonly until = new Map<string, number>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  remember(key: string): void {
    this.until.delete(key);
    this.until.set(key, this.now() + KEPT);
    if (this.until.size > MOST) {
      const [oldest] = this.until.keys();
      if (oldest !== undefined) this.until.delete(oldest);
    }
  }

  isDuplicate(key: () => string): boolean {
    if (this.until.size === 0) return false;
    return (this.until.get(key()) ?? 0) > this.now();
  }
}

/** Names a message by its envelope and its bytes; `bodyHash` stands for those below the header. */
export function nameOf(
  { from, recipients }: { from: string; recipients: { address: string }[] },
  head: Buffer,
  bodyHash: string,
): string {
  const to = recipients.map(({ address }) => address).toSorted();
  const hash = createHash('sha256').update(JSON.stringify([from, to, bodyHash]));
  return hash.update(head).digest('base64');
}

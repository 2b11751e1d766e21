import { createHash } from 'node:crypto';
import type { DuplicateSuppression } from '../host/shared-state.ts';

const MAX_KEYS = 10_000;
/** A client without a reply usually retries within minutes, sometimes after hours (RFC 5321 4.5.4.1). */
const RETENTION_MS = 4 * 3_600_000;

/**
 * Messages accepted after their client had disconnected: the client will retry, and the retry must not be delivered again.
 * In memory only.
 */
export class InMemoryDuplicateSuppression implements DuplicateSuppression {
  private readonly until = new Map<string, number>();
  private readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  remember(key: string): void {
    this.until.delete(key);
    this.until.set(key, this.now() + RETENTION_MS);
    if (this.until.size > MAX_KEYS) {
      const [oldest] = this.until.keys();
      if (oldest !== undefined) this.until.delete(oldest);
    }
  }

  isDuplicate(key: () => string): boolean {
    if (this.until.size === 0) return false;
    return (this.until.get(key()) ?? 0) > this.now();
  }
}

/** Returns a key of the envelope, the header and the body hash. */
export function messageKey(
  { from, recipients }: { from: string; recipients: { address: string }[] },
  head: Buffer,
  bodyHash: string,
): string {
  const to = recipients.map(({ address }) => address).toSorted();
  const hash = createHash('sha256').update(JSON.stringify([from, to, bodyHash]));
  return hash.update(head).digest('base64');
}

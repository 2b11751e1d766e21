import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DuplicateSuppression } from '../host/shared-state.ts';
import { HOUR } from '../message/time.ts';

const MAX_KEYS = 10_000;
/** A client without a reply usually retries within minutes, sometimes after hours (RFC 5321 4.5.4.1). */
const RETENTION_MS = 4 * HOUR;

/**
 * Messages accepted after their client had disconnected: the client will retry, and the retry must not be delivered again.
 * In memory only.
 */
export class InMemoryDuplicateSuppression implements DuplicateSuppression {
  readonly #keys: LRUCache<string, true>;

  constructor(now: () => number) {
    this.#keys = new LRUCache({ max: MAX_KEYS, ttl: RETENTION_MS, ttlResolution: 0, perf: { now } });
  }

  remember(key: string): void {
    this.#keys.set(key, true);
  }

  isDuplicate(key: () => string): boolean {
    return this.#keys.size > 0 && this.#keys.has(key());
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

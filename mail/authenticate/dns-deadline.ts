import type { KeyCache } from 'mailauth/lib/dkim/dkim-verifier.js';
import type { Resolver } from '../host/resolver.ts';

const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** DNS queries for one message with a common deadline. */
export interface DnsDeadline {
  resolve: KeyCache['resolver'];
  /** Names whose lookup failed or timed out, lower-case. */
  failedNames: Set<string>;
  /** Cancels the timer. */
  end(): void;
}

/** Limits the total time of all queries. Queries still pending at the deadline fail with ETIMEOUT. */
export function withDnsDeadline(resolver: Resolver, timeoutMs: number): DnsDeadline {
  const failedNames = new Set<string>();
  const waiting = new Set<(error: Error) => void>();
  let isLate = false;
  const late = () => Object.assign(new Error('DNS lookups timed out'), { code: 'ETIMEOUT' });
  const timer = setTimeout(() => {
    isLate = true;
    for (const reject of waiting) reject(late());
  }, timeoutMs);

  return {
    failedNames,
    end: () => clearTimeout(timer),
    resolve(name, type) {
      return new Promise((resolve, reject) => {
        const fail = (error: NodeJS.ErrnoException) => {
          waiting.delete(fail);
          if (!NO_RECORD.has(error.code ?? '')) failedNames.add(name.toLowerCase());
          reject(error);
        };
        if (isLate) return fail(late());
        waiting.add(fail);
        resolver.resolve(name, type).then((answer) => {
          waiting.delete(fail);
          resolve(answer);
        }, fail);
      });
    },
  };
}

import type { KeyCache } from 'mailauth/lib/dkim/dkim-verifier.js';
import type { Resolver } from '../host/resolver.ts';

const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** DnsDeadline to the DNS for one message, which end together when its time is up. */
export interface DnsDeadline {
  resolve: KeyCache['resolver'];
  /** Names about which nothing could be learnt for now, lower-case. */
  unanswered: Set<string>;
  /** To be called when no more is asked. */
  end(): void;
}

/** DnsDeadline that have so many milliseconds in all; what has no answer by then fails with ETIMEOUT. */
export function withDnsDeadline(resolver: Resolver, patience: number): DnsDeadline {
  const unanswered = new Set<string>();
  const waiting = new Set<(error: Error) => void>();
  let isLate = false;
  const late = () => Object.assign(new Error('The DNS took too long'), { code: 'ETIMEOUT' });
  const timer = setTimeout(() => {
    isLate = true;
    for (const reject of waiting) reject(late());
  }, patience);

  return {
    unanswered,
    end: () => clearTimeout(timer),
    resolve(name, type) {
      return new Promise((resolve, reject) => {
        const fail = (error: NodeJS.ErrnoException) => {
          waiting.delete(fail);
          if (!NO_RECORD.has(error.code ?? '')) unanswered.add(name.toLowerCase());
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

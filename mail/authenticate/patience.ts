import type { KeyCache } from 'mailauth/lib/dkim/dkim-verifier.js';
import type { Resolver } from '../ports.ts';

const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Questions to the DNS for one message, which end together when its time is up. */
export interface Questions {
  resolve: KeyCache['resolver'];
  /** Names about which nothing could be learnt for now, lower-case. */
  unanswered: Set<string>;
  /** To be called when no more is asked. */
  end(): void;
}

/** Questions that have so many milliseconds in all; what has no answer by then fails with ETIMEOUT. */
export function patientQuestions(resolver: Resolver, patience: number): Questions {
  const unanswered = new Set<string>();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => {});
  const timer = setTimeout(() => {
    late.reject(Object.assign(new Error('The DNS took too long'), { code: 'ETIMEOUT' }));
  }, patience);
  return {
    unanswered,
    end: () => clearTimeout(timer),
    async resolve(name, type) {
      try {
        return await Promise.race([resolver.resolve(name, type), late.promise]);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (!NO_RECORD.has(code)) unanswered.add(name.toLowerCase());
        throw error;
      }
    },
  };
}

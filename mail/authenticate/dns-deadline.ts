import type { Resolver } from '../host/runtime.ts';
import { withTimeout } from '../message/time.ts';

const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** DNS queries for one message with a common deadline. */
export interface DnsDeadline {
  resolve(name: string, type: string): Promise<unknown>;
  /** Names whose lookup failed or timed out, lower-case. */
  failedNames: Set<string>;
  /** Cancels the timer. */
  end(): void;
}

/** Limits the total time of all queries. Queries still pending at the deadline fail with ETIMEOUT. */
export function withDnsDeadline(resolver: Resolver, timeoutMs: number): DnsDeadline {
  const failedNames = new Set<string>();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);

  return {
    failedNames,
    end: () => clearTimeout(timer),
    async resolve(name, type) {
      try {
        if (deadline.signal.aborted) throw timeoutError();
        const query = resolver.resolve(name, type).then((records) => ({ records }));
        const response = await withTimeout(query, deadline.signal);
        if (!response) throw timeoutError();
        return response.records;
      } catch (error) {
        if (!NO_RECORD.has((error as NodeJS.ErrnoException).code ?? '')) failedNames.add(name.toLowerCase());
        throw error;
      }
    },
  };
}

function timeoutError(): Error {
  return Object.assign(new Error('DNS lookups timed out'), { code: 'ETIMEOUT' });
}

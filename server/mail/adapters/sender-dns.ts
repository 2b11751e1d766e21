import type { Resolver } from '../../../mail/host/runtime.ts';
import type { Config } from '../../platform/config/config.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { createResolver } from '../transport.ts';

/** Milliseconds to wait for a response where DNS may be missing. */
const TIMEOUT_MS = 2000;
const BACKOFF_MS = 60_000;
const UNREACHABLE = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED']);
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Returns the resolver for the records of senders. In local mode, the machine may have no DNS: a failure is then
 * treated as "no record", so that mail is accepted unchecked instead of deferred forever.
 */
export function senderResolver(config: Config): Resolver {
  const resolver = createResolver(config);
  return config.production || config.mail.dnsServers.length > 0 ? resolver : tolerantResolver(resolver);
}

/** Rejects with "no record" if `resolver` fails. After a timeout, sends no query for a minute. */
export function tolerantResolver(resolver: Resolver, timeout = TIMEOUT_MS): Resolver {
  let pausedUntil = 0;
  return {
    async resolve(name, type) {
      if (performance.now() < pausedUntil) throw noRecord();
      try {
        return await withTimeout(resolver.resolve(name, type), timeout, timedOut);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (NO_RECORD.has(code)) throw error;
        if (UNREACHABLE.has(code)) pausedUntil = performance.now() + BACKOFF_MS;
        throw noRecord();
      }
    },
  };
}

function timedOut(): never {
  throw dnsError('ETIMEOUT');
}

const noRecord = () => dnsError('ENODATA');

function dnsError(code: string): Error {
  return Object.assign(new Error(`No response from DNS (${code})`), { code });
}

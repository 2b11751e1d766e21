import type { Resolver } from '../../../mail/host/resolver.ts';
import type { Config } from '../../platform/config/config.ts';
import { createResolver } from '../transport.ts';

/** How long an answer is awaited where there may be no DNS at all, and how long nobody asks again after that. */
const PATIENCE = 2000;
const REST = 60_000;
const SILENCE = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED']);
const NONE = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/**
 * Who is asked about the senders of mail. A machine in local mode may have no DNS: there a failure counts as "no
 * record", so that mail is taken without being checked instead of being put off for ever.
 */
export function senderResolver(config: Config): Resolver {
  const resolver = createResolver(config);
  return config.production || config.mail.dnsServers.length > 0 ? resolver : forgivingResolver(resolver);
}

/** Answers "no record" where `resolver` fails; where nobody answers it, it is not asked again for a minute. */
export function forgivingResolver(resolver: Resolver, patience = PATIENCE): Resolver {
  let restsUntil = 0;
  return {
    async resolve(name, type) {
      if (performance.now() < restsUntil) throw none();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(failure('ETIMEOUT')), patience);
      try {
        return await Promise.race([resolver.resolve(name, type), late.promise]);
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (NONE.has(code)) throw error;
        if (SILENCE.has(code)) restsUntil = performance.now() + REST;
        throw none();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const none = () => failure('ENODATA');

function failure(code: string): Error {
  return Object.assign(new Error(`No answer from the DNS (${code})`), { code });
}

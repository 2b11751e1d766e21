import type { Clock, Log } from '../../host.ts';
import { isNoSuchDomain, type Lookup } from '../dns-lookup.ts';
import { type MtaStsPolicy, policyId } from './mta-sts-policy.ts';

/** A policy as it is kept. */
export interface StoredPolicy extends MtaStsPolicy {
  id: string;
  /** Both in milliseconds since 1970. */
  fetched: number;
  expires: number;
}

/** Where policies outlive this process: who can forge DNS for a minute must not be able to lift them by a restart. */
export interface PolicyStore {
  get(domain: string): Promise<StoredPolicy | null>;
  set(domain: string, policy: StoredPolicy): Promise<void>;
}

export interface PolicyCacheOptions {
  lookup: Lookup;
  fetch(domain: string): Promise<MtaStsPolicy>;
  store: PolicyStore;
  clock: Clock;
  log: Log;
}

const CHECK_INTERVAL_MS = 300_000;
const DAY_MS = 86_400_000;
const MAX_DOMAINS = 5000;

/** Policies of domains (RFC 8461): looked for at most every five minutes, kept for as long as each says. */
export class PolicyCache {
  private readonly options: PolicyCacheOptions;
  private readonly checked = new Map<string, { policy: Promise<MtaStsPolicy | null>; until: number }>();

  constructor(options: PolicyCacheOptions) {
    this.options = options;
  }

  /** The policy that holds for mail to a domain now; null for none. Never rejects. */
  find(domain: string): Promise<MtaStsPolicy | null> {
    const now = this.options.clock.now().getTime();
    const known = this.checked.get(domain);
    if (known && known.until > now) return known.policy;
    const policy = this.check(domain, now);
    this.checked.delete(domain);
    this.checked.set(domain, { policy, until: now + CHECK_INTERVAL_MS });
    const [oldest] = this.checked.keys();
    if (this.checked.size > MAX_DOMAINS && oldest !== undefined) this.checked.delete(oldest);
    return policy;
  }

  private async check(domain: string, now: number): Promise<MtaStsPolicy | null> {
    const { store, log } = this.options;
    const stored = await store.get(domain).catch((error) => {
      log.warn({ err: error, domain }, 'kept MTA-STS policy cannot be read');
      return null;
    });
    // One that has not run out holds, whatever cannot be found or fetched now (RFC 8461 3.3, 5.1).
    const valid = stored && stored.expires > now ? stored : null;
    const id = await this.publishedId(domain);
    if (id === null) return valid;
    if (valid && valid.id === id) {
      if (now - valid.fetched > Math.min(DAY_MS, (valid.expires - valid.fetched) / 2)) void this.refresh(domain, id, now);
      return valid;
    }
    return (await this.refresh(domain, id, now)) ?? valid;
  }

  private async publishedId(domain: string): Promise<string | null> {
    try {
      return policyId((await this.options.lookup.find(`_mta-sts.${domain}`, 'TXT')).records);
    } catch (error) {
      if (!isNoSuchDomain(error)) this.options.log.debug({ err: error, domain }, 'MTA-STS record cannot be looked up');
      return null;
    }
  }

  private async refresh(domain: string, id: string, now: number): Promise<MtaStsPolicy | null> {
    const { fetch, store, log } = this.options;
    try {
      const policy = await fetch(domain);
      await store.set(domain, { ...policy, id, fetched: now, expires: now + policy.maxAge * 1000 });
      return policy;
    } catch (error) {
      log.info({ err: error, domain }, 'MTA-STS policy is announced and cannot be had');
      return null;
    }
  }
}

/** Policies in memory alone. */
export function createMemoryPolicyStore(most = 10_000): PolicyStore {
  const kept = new Map<string, StoredPolicy>();
  return {
    get: async (domain) => kept.get(domain) ?? null,
    async set(domain, policy) {
      kept.delete(domain);
      kept.set(domain, policy);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
}

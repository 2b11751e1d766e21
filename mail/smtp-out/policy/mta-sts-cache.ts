import { LRUCache } from 'lru-cache';
import type { Clock, Log } from '../../host/runtime.ts';
import { DAY } from '../../message/time.ts';
import { isNoSuchDomain, type Lookup } from '../dns-lookup.ts';
import { type MtaStsPolicy, policyId } from './mta-sts-policy.ts';

/** A stored policy. */
export interface StoredPolicy extends MtaStsPolicy {
  id: string;
  /** Both in milliseconds since the epoch. */
  fetched: number;
  expires: number;
}

/** Store of policies. It should be durable: a restart during a DNS attack must not disable them. */
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
const MAX_DOMAINS = 5000;

/** Caches MTA-STS policies (RFC 8461): checks for updates every five minutes and keeps each for its max_age. */
export class PolicyCache {
  readonly #options: PolicyCacheOptions;
  readonly #checked = new LRUCache<string, { policy: Promise<MtaStsPolicy | null>; until: number }>({
    max: MAX_DOMAINS,
  });

  constructor(options: PolicyCacheOptions) {
    this.#options = options;
  }

  /** Returns the policy of a domain, or null. Never rejects. */
  find(domain: string): Promise<MtaStsPolicy | null> {
    const now = this.#options.clock().getTime();
    const cached = this.#checked.get(domain);
    if (cached && cached.until > now) return cached.policy;
    const policy = this.#check(domain, now);
    this.#checked.set(domain, { policy, until: now + CHECK_INTERVAL_MS });
    return policy;
  }

  async #check(domain: string, now: number): Promise<MtaStsPolicy | null> {
    const { store, log } = this.#options;
    const stored = await store.get(domain).catch((error) => {
      log.warn(
        { event: 'mail.mta_sts.store_read_failed', err: error, domain },
        'Cannot read the stored MTA-STS policy',
      );
      return null;
    });
    // An unexpired policy applies even if lookup or fetch fails now (RFC 8461 3.3, 5.1).
    const valid = stored && stored.expires > now ? stored : null;
    const id = await this.#publishedId(domain);
    if (id === null) return valid;
    if (valid && valid.id === id) {
      if (now - valid.fetched > Math.min(DAY, (valid.expires - valid.fetched) / 2)) void this.#refresh(domain, id, now);
      return valid;
    }
    return (await this.#refresh(domain, id, now)) ?? valid;
  }

  async #publishedId(domain: string): Promise<string | null> {
    try {
      return policyId((await this.#options.lookup.find(`_mta-sts.${domain}`, 'TXT')).records);
    } catch (error) {
      if (!isNoSuchDomain(error)) this.#options.log.debug({ err: error, domain }, 'MTA-STS record cannot be looked up');
      return null;
    }
  }

  async #refresh(domain: string, id: string, now: number): Promise<MtaStsPolicy | null> {
    const { fetch, store, log } = this.#options;
    try {
      const policy = await fetch(domain);
      await store.set(domain, { ...policy, id, fetched: now, expires: now + policy.maxAge * 1000 });
      return policy;
    } catch (error) {
      log.info({ event: 'mail.mta_sts.fetch_failed', err: error, domain }, 'Cannot fetch the announced MTA-STS policy');
      return null;
    }
  }
}

/** Stores policies in memory. */
export function createMemoryPolicyStore(max = 10_000): PolicyStore {
  const policies = new LRUCache<string, StoredPolicy>({ max });
  return {
    get: async (domain) => policies.get(domain) ?? null,
    async set(domain, policy) {
      policies.set(domain, policy);
    },
  };
}

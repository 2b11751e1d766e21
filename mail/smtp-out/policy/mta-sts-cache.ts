import type { Clock } from '../../host/clock.ts';
import type { Log } from '../../host/log.ts';
import { isAbsent, type Lookup } from '../dns-lookup.ts';
import { type Policy, policyId } from './mta-sts-policy.ts';

/** A policy as it is kept. */
export interface KeptPolicy extends Policy {
  id: string;
  /** Both in milliseconds since 1970. */
  fetched: number;
  expires: number;
}

/** Where policies outlive this process: who can forge DNS for a minute must not be able to lift them by a restart. */
export interface PolicyStore {
  get(domain: string): Promise<KeptPolicy | null>;
  set(domain: string, policy: KeptPolicy): Promise<void>;
}

export interface PoliciesOptions {
  lookup: Lookup;
  fetch(domain: string): Promise<Policy>;
  store: PolicyStore;
  clock: Clock;
  log: Log;
}

const CHECKED_FOR = 300_000;
const DAY = 86_400_000;
const MOST_CHECKED = 5000;

/** Policies of domains (RFC 8461): looked for at most every five minutes, kept for as long as each says. */
export class Policies {
  private readonly options: PoliciesOptions;
  private readonly checked = new Map<string, { policy: Promise<Policy | null>; until: number }>();

  constructor(options: PoliciesOptions) {
    this.options = options;
  }

  /** The policy that holds for mail to a domain now; null for none. Never rejects. */
  find(domain: string): Promise<Policy | null> {
    const now = this.options.clock.now().getTime();
    const known = this.checked.get(domain);
    if (known && known.until > now) return known.policy;
    const policy = this.check(domain, now);
    this.checked.delete(domain);
    this.checked.set(domain, { policy, until: now + CHECKED_FOR });
    const [oldest] = this.checked.keys();
    if (this.checked.size > MOST_CHECKED && oldest !== undefined) this.checked.delete(oldest);
    return policy;
  }

  private async check(domain: string, now: number): Promise<Policy | null> {
    const { store, log } = this.options;
    const kept = await store.get(domain).catch((error) => {
      log.warn({ err: error, domain }, 'kept MTA-STS policy cannot be read');
      return null;
    });
    // One that has not run out holds, whatever cannot be found or fetched now (RFC 8461 3.3, 5.1).
    const holds = kept && kept.expires > now ? kept : null;
    const id = await this.publishedId(domain);
    if (id === null) return holds;
    if (holds && holds.id === id) {
      if (now - holds.fetched > Math.min(DAY, (holds.expires - holds.fetched) / 2)) void this.refresh(domain, id, now);
      return holds;
    }
    return (await this.refresh(domain, id, now)) ?? holds;
  }

  private async publishedId(domain: string): Promise<string | null> {
    try {
      return policyId((await this.options.lookup.find(`_mta-sts.${domain}`, 'TXT')).records);
    } catch (error) {
      if (!isAbsent(error)) this.options.log.debug({ err: error, domain }, 'MTA-STS record cannot be looked up');
      return null;
    }
  }

  private async refresh(domain: string, id: string, now: number): Promise<Policy | null> {
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
export function memoryPolicies(most = 10_000): PolicyStore {
  const kept = new Map<string, KeptPolicy>();
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

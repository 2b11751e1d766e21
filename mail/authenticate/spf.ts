import { LRUCache } from 'lru-cache';
import { asciiDomain, splitAddress } from '../message/address.ts';
import type { AuthenticationVerdicts, AuthResult } from '../message/authentication-result.ts';
import type { DnsDeadline } from './dns-deadline.ts';
import { formatAuthHeaderRow, spf } from './mailauth-internals.ts';

export interface Client {
  address: string;
  helo: string;
}

export interface SpfResult {
  verdict: AuthenticationVerdicts['spf'];
  /** For Authentication-Results; contains only the domain, not the mailbox. */
  info: string;
}

/** Lifetime of a cached result; shorter than in the DNS cache. */
const TTL_MS = 60_000;
const MAX_ENTRIES = 10_000;
/** With these macros, the result may differ between mailboxes of one domain (RFC 7208 7.2). */
const MAILBOX_MACRO = /%\{[ls]/i;

/**
 * Creates a function that checks whether a client may send for the domain of MAIL FROM, or for its HELO name if the
 * sender is null (RFC 7208). Results are cached for a minute.
 */
export function createSpf(hostname: string, now: () => number = () => performance.now()) {
  const entries = new LRUCache<string, { spfResult: SpfResult; until: number }>({ max: MAX_ENTRIES });

  return async function checkSpf(client: Client, sender: string, dns: DnsDeadline): Promise<SpfResult> {
    const helo = client.helo.startsWith('[') ? client.helo : asciiDomain(client.helo);
    const domain = sender ? (splitAddress(sender)?.domain.toLowerCase() ?? '') : helo;
    const name = `${client.address} ${helo} ${domain} ${sender === ''}`;
    const cached = entries.get(name);
    if (cached && cached.until > now()) return cached.spfResult;

    let isCacheable = true;
    const { status } = await spf({
      ip: client.address,
      helo,
      sender,
      mta: hostname,
      resolver: (async (queried: string, type: string) => {
        const response = await dns.resolve(queried, type);
        if (type === 'TXT' && MAILBOX_MACRO.test(JSON.stringify(response))) isCacheable = false;
        return response;
      }) as never,
    });
    const result = status.result as AuthResult;
    const info = formatAuthHeaderRow('spf', { result, smtp: sender ? { mailfrom: domain } : { helo } });
    const spfResult: SpfResult = { verdict: { result, domain }, info };
    if (isCacheable && result !== 'temperror') entries.set(name, { spfResult, until: now() + TTL_MS });
    return spfResult;
  };
}

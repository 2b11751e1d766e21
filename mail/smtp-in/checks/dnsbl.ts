import { isIPv6 } from 'node:net';
import type { Log, Resolver } from '../../host/runtime.ts';
import { groupsOf } from './client-network.ts';

/** Timeout in milliseconds for all lists together. */
const TIMEOUT_MS = 2000;

/** Resolves with the zone that lists an address; null if no list has the address or no list responds in time. */
export type DnsblLookup = (address: string) => Promise<string | null>;

/** Creates a function that queries DNS block lists (RFC 5782) in parallel. A failed query is treated as not listed. */
export function createDnsblLookup(zones: string[], resolver: Resolver, log: Log): DnsblLookup {
  return async function listedIn(address) {
    if (zones.length === 0) return null;
    const late = AbortSignal.timeout(TIMEOUT_MS);
    return new Promise((resolve) => {
      late.addEventListener('abort', () => resolve(null), { once: true });
      const lookups = zones.map(async (zone) => {
        if (await isListed(address, zone)) resolve(zone);
      });
      void Promise.all(lookups).then(() => resolve(null));
    });
  };

  async function isListed(address: string, zone: string): Promise<boolean> {
    try {
      const records = (await resolver.resolve(`${reversed(address)}.${zone}`, 'A')) as string[];
      const errors = records.filter((record) => record.startsWith('127.255.255.'));
      if (errors.length > 0)
        log.warn({ event: 'mail.dnsbl.error_response', zone, answers: records }, 'block list returned an error code');
      // An address outside 127/8 means that the list is gone and its domain has a new owner.
      return records.some((record) => record.startsWith('127.') && !errors.includes(record));
    } catch (error) {
      const { code } = error as { code?: unknown };
      // Only the code is logged, because the error itself names the client's address.
      if (code !== 'ENOTFOUND' && code !== 'ENODATA')
        log.debug({ event: 'mail.dnsbl.lookup_failed', code, zone }, 'block list lookup failed');
      return false;
    }
  }
}

/** Returns the address as reversed labels (RFC 5782 2.1, 2.4). */
function reversed(address: string): string {
  if (!isIPv6(address)) return address.split('.').reverse().join('.');
  const digits = groupsOf(address).map((group) => group.padStart(4, '0'));
  return [...digits.join('')].reverse().join('.');
}

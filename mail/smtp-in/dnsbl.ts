import { isIPv6 } from 'node:net';
import type { Log } from '../host/log.ts';
import type { Resolver } from '../host/resolver.ts';
import { groupsOf } from './client-network.ts';

/** Milliseconds that all lists together have to answer. */
const WITHIN = 2000;

/** Answers the zone in which an address is listed, or null; also where no list answers in time. */
export type BlockLists = (address: string) => Promise<string | null>;

/** Asks DNS block lists (RFC 5782), all at once. What cannot be asked lists nobody. */
export function createBlockLists(zones: string[], resolver: Resolver, log: Log): BlockLists {
  return async function listedIn(address) {
    if (zones.length === 0) return null;
    const late = AbortSignal.timeout(WITHIN);
    return new Promise((resolve) => {
      late.addEventListener('abort', () => resolve(null), { once: true });
      const asked = zones.map(async (zone) => {
        if (await isListed(address, zone)) resolve(zone);
      });
      void Promise.all(asked).then(() => resolve(null));
    });
  };

  async function isListed(address: string, zone: string): Promise<boolean> {
    try {
      const answers = (await resolver.resolve(`${reversed(address)}.${zone}`, 'A')) as string[];
      const errors = answers.filter((answer) => answer.startsWith('127.255.255.'));
      if (errors.length > 0) log.warn({ zone, answers }, 'block list does not answer us');
      // Anything but 127/8 is a list that has died and whose domain leads elsewhere now.
      return answers.some((answer) => answer.startsWith('127.') && !errors.includes(answer));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== 'ENOTFOUND' && code !== 'ENODATA') log.debug({ err: error, zone }, 'block list cannot be asked');
      return false;
    }
  }
}

/** The address as labels from its end (RFC 5782 2.1, 2.4). */
function reversed(address: string): string {
  if (!isIPv6(address)) return address.split('.').reverse().join('.');
  const digits = groupsOf(address).map((group) => group.padStart(4, '0'));
  return [...digits.join('')].reverse().join('.');
}

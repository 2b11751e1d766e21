import { isIP } from 'node:net';
import type { Traffic } from '../message/queued-message.ts';

/**
 * Local addresses of outgoing connections: at most one IPv4 and one IPv6 address for each kind of traffic. If absent,
 * the system chooses.
 */
export type SourceAddresses = Partial<Record<Traffic, readonly string[]>>;

/**
 * Returns the local address for a connection to an IP address: undefined if the system chooses, null if the sources
 * have no address of that family. Other addresses of this machine have no reputation and perhaps no PTR record.
 */
export function sourceFor(sources: readonly string[] = [], address: string): string | null | undefined {
  if (sources.length === 0) return undefined;
  return sources.find((source) => isIP(source) === isIP(address)) ?? null;
}

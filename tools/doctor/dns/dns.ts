import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export type DnsRecord = { type: 'MX' | 'TXT' | 'CNAME' | 'PTR' | 'SRV'; name: string; value: string };

/** Returns a record as a line of a zone file, with strings of at most 255 octets (RFC 1035 3.3). */
export function zoneLine({ type, name, value }: DnsRecord): string {
  const text = type === 'TXT' ? (value.match(/.{1,255}/g) ?? []).map((part) => `"${part}"`).join(' ') : value;
  return `${name}. IN ${type} ${text}`;
}

/** The DNS queries that the checks use; a subset of Node's Resolver. */
export type Dns = Pick<
  Resolver,
  'resolve' | 'resolve4' | 'resolve6' | 'resolveMx' | 'resolveSrv' | 'resolveTxt' | 'reverse'
>;

export function createDns(servers: string[]): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  // Node reads /etc/hosts first, where installers write a local address for the name of the machine.
  resolver.reverse = (address) => resolver.resolvePtr(reverseName(address));
  return resolver;
}

/** Codes for a name that exists without such a record, or that does not exist. */
const NONE = new Set(['ENODATA', 'ENOTFOUND']);

/** A query that did not show whether a record exists: no response in time, SERVFAIL, or REFUSED. */
export class NoAnswer extends Error {
  readonly code: string;
  readonly host: string;
  readonly type: string;

  constructor({ code = '', hostname = '', syscall = '' }: Partial<NodeJS.ErrnoException> & { hostname?: string }) {
    super(`${syscall} ${code} ${hostname}`);
    this.code = code;
    this.host = hostname;
    // Node names its own functions, such as queryTxt.
    this.type = syscall.replace(/^query/, '').toUpperCase() || 'records';
  }
}

/** Returns all addresses of a name; the list may be empty. Throws NoAnswer if DNS gives no answer. */
export async function addressesOf(dns: Dns, name: string): Promise<string[]> {
  const lookups = await Promise.allSettled([orNone(dns.resolve4(name)), orNone(dns.resolve6(name))]);
  const addresses = lookups.flatMap((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []));
  const failed = lookups.find((lookup) => lookup.status === 'rejected');
  if (failed && addresses.length === 0) throw failed.reason;
  return addresses;
}

/** Returns the TXT records of a name, each as one text. */
export async function textsOf(dns: Dns, name: string): Promise<string[]> {
  return (await orNone(dns.resolveTxt(name))).map((parts) => parts.join(''));
}

export function isSameName(one: string, other: string): boolean {
  return one.replace(/\.$/, '').toLowerCase() === other.replace(/\.$/, '').toLowerCase();
}

/** Returns the records found; the list may be empty. Throws NoAnswer if DNS gives no answer. */
export async function orNone<T>(lookup: Promise<T[]>): Promise<T[]> {
  return lookup.catch((error: Error) => {
    if (NONE.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw new NoAnswer(error);
  });
}

/** Returns the DNS name of the PTR record of an address. */
export function reverseName(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').reverse().join('.')}.in-addr.arpa`;
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0');
  const digits = [...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join('');
  return `${[...digits].reverse().join('.')}.ip6.arpa`;
}

import { isIP } from 'node:net';
import type { DeliveryResult } from '../host.ts';
import { deferredResult } from './client/delivery-result.ts';
import { shortLine } from './client/reply.ts';
import { isNoSuchDomain, type Lookup } from './dns-lookup.ts';
import { findTlsa, type HostTlsa } from './policy/dane.ts';
import { classifyAddress } from './policy/reserved-addresses.ts';

/** A server of a domain. */
export interface Host {
  /** As the MX names it; the domain itself where there is no MX. */
  name: string;
  addresses: string[];
  /** What its certificate is pinned to (DANE); null where it is not. */
  tlsa: HostTlsa | null;
}

/** The servers of a domain in the order in which they are tried, or why there are none. */
export type Route = { kind: 'hosts'; hosts: Host[] } | Extract<DeliveryResult, { kind: 'refused' | 'deferred' }>;

export interface RouteOptions {
  lookup: Lookup;
  /** Our own names: mail that leads there would come back to us. */
  ownNames: string[];
  /** The port that TLSA records are about. */
  port: number;
  /** Lets mail go to loopback and private networks: for tests only. */
  allowLocal: boolean;
}

/** Hosts of one domain that are looked at. */
const MAX_HOSTS = 10;

interface MxRecord {
  name: string;
  priority: number;
}

/** Finds the servers of a domain (RFC 5321 5.1): MX in order, ties by chance, the domain's own address without any MX. */
export async function findRoute(domain: string, options: RouteOptions): Promise<Route> {
  const { lookup } = options;
  const literal = literalAddress(domain);
  if (literal) return selectHosts(domain, [{ name: domain, addresses: [literal], tlsa: null }], [], options);
  let records: MxRecord[];
  let secure: boolean;
  try {
    const found = await lookup.find(domain, 'MX');
    secure = found.secure;
    records = found.records.map(({ exchange, priority }) => ({ name: normalizeName(exchange), priority }));
  } catch (error) {
    if (isNoSuchDomain(error)) return refused(550, '5.1.2', `${domain}: No such domain`);
    return deferredResult('4.4.3', `The servers of ${domain} cannot be looked up: ${(error as Error).message}`, domain);
  }
  // RFC 7505: one MX that leads nowhere.
  if (records.length > 0 && records.every(({ name }) => name === '')) {
    return refused(556, '5.1.10', `${domain}: This domain takes no mail`);
  }
  if (records.length === 0) records = [{ name: domain, priority: 0 }];
  const usable = preferredToOwn(sortByPreference(records.filter(({ name }) => name !== '')), options.ownNames);
  if (usable.length === 0) return refused(550, '5.4.6', `${domain}: Mail for this domain would come back to us`);
  const lookups = await Promise.all(usable.slice(0, MAX_HOSTS).map(({ name }) => lookUpHost(name, secure, options)));
  const implicit = records.length === 1 && records[0]?.name === domain;
  const hosts = lookups.filter((host): host is Host => 'addresses' in host);
  const failed = lookups.filter((host): host is FailedLookup => 'error' in host);
  if (implicit && failed.length === 0 && hosts.every(({ addresses }) => addresses.length === 0)) {
    return refused(550, '5.1.2', `${domain}: The domain has no mail server and no address`);
  }
  return selectHosts(domain, hosts, failed, options);
}

type FailedLookup = { error: Error };

/** Leaves out what must not be connected to; says why where nothing is left. */
function selectHosts(domain: string, found: Host[], unknown: FailedLookup[], { allowLocal }: RouteOptions): Route {
  const networks = new Set(found.flatMap(({ addresses }) => addresses.map(classifyAddress)));
  const allowed = found.map((host) => ({
    ...host,
    addresses: host.addresses.filter((address) => allowLocal || classifyAddress(address) === 'world'),
  }));
  const hosts = allowed.filter(({ addresses }) => addresses.length > 0);
  if (hosts.length > 0) return { kind: 'hosts', hosts };
  const [first] = unknown;
  if (first) return deferredResult('4.4.3', `The servers of ${domain} cannot be looked up: ${first.error.message}`, domain);
  if (networks.has('ourselves')) return refused(550, '5.4.6', `${domain}: Its mail server is this machine`);
  if (networks.has('reserved')) return refused(550, '5.4.4', `${domain}: Its mail server is in no public network`);
  return refused(550, '5.4.4', `${domain}: Its mail servers have no address`);
}

async function lookUpHost(name: string, mxSecure: boolean, { lookup, port }: RouteOptions): Promise<Host | FailedLookup> {
  // Against the RFC, but seen: an MX that names an address.
  if (isIP(name)) return { name, addresses: [name], tlsa: null };
  const [ipv4, ipv6] = await Promise.allSettled([lookup.find(name, 'A'), lookup.find(name, 'AAAA')]);
  const found = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const addresses = found.flatMap(({ records }) => records);
  if (addresses.length === 0) {
    const failed = [ipv4, ipv6].flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
    const error = failed.find((reason) => !isNoSuchDomain(reason));
    if (error) return { error };
  }
  const answered = found.filter(({ records }) => records.length > 0);
  // Only what DNSSEC vouches for all the way may pin a certificate (RFC 7672 2.2).
  const secure = mxSecure && answered.length > 0 && answered.every((answer) => answer.secure);
  return { name, addresses, tlsa: secure ? await findTlsa(name, port, lookup) : null };
}

/** By preference; those of one preference in random order. */
function sortByPreference(named: MxRecord[]): MxRecord[] {
  const ranked = named.map((entry) => ({ entry, chance: Math.random() }));
  ranked.sort((a, b) => a.entry.priority - b.entry.priority || a.chance - b.chance);
  return ranked.map(({ entry }) => entry);
}

/** What is preferred to ourselves: anything else would send the mail back to us (RFC 5321 5.1). */
function preferredToOwn(hosts: MxRecord[], ownNames: string[]): MxRecord[] {
  const own = hosts.filter(({ name }) => ownNames.includes(name)).map(({ priority }) => priority);
  return hosts.filter(({ priority }) => priority < Math.min(...own));
}

/** The address in a domain literal such as [192.0.2.1] or [IPv6:2001:db8::1] (RFC 5321 4.1.3). */
function literalAddress(domain: string): string | null {
  const inner = /^\[(?:ipv6:)?([^\]]+)\]$/i.exec(domain)?.[1] ?? '';
  return isIP(inner) ? inner : null;
}

function normalizeName(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}

function refused(code: number, enhanced: string, text: string): Extract<DeliveryResult, { kind: 'refused' }> {
  const [host = ''] = text.split(':');
  return { kind: 'refused', code, enhanced, words: shortLine(text), host };
}

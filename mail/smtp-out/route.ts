import { isIP } from 'node:net';
import type { DeliveryResult } from '../message/delivery-result.ts';
import { deferredResult } from './client/delivery-result.ts';
import { shortLine } from './client/reply.ts';
import { isNoSuchDomain, type Lookup } from './dns-lookup.ts';
import { findTlsa, type HostTlsa } from './policy/dane.ts';
import { classifyAddress } from './policy/reserved-addresses.ts';

/** A mail server of a domain. */
export interface Host {
  /** Name in the MX record; the domain itself if it has no MX. */
  name: string;
  addresses: string[];
  /** TLSA records of the host (DANE); null if it has none. */
  tlsa: HostTlsa | null;
}

/**
 * The mail servers of a domain in the order in which they are tried, or the result if the domain has no mail server.
 */
export type Route = { kind: 'hosts'; hosts: Host[] } | Extract<DeliveryResult, { kind: 'refused' | 'deferred' }>;

export interface RouteOptions {
  lookup: Lookup;
  /** Our own names. Mail routed to them would loop. */
  ownNames: string[];
  /** Port for the TLSA lookup. */
  port: number;
  /** For tests only: allows loopback and private networks. */
  allowLocal: boolean;
}

/** Maximum number of hosts looked up for one domain. */
const MAX_HOSTS = 10;

interface MxRecord {
  name: string;
  priority: number;
}

/**
 * Finds the mail servers of a domain (RFC 5321 5.1): MX records by preference, ties in random order, or the domain's
 * own address if it has no MX records.
 */
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
    if (isNoSuchDomain(error)) return refused(550, '5.1.2', `${domain}: The domain does not exist`);
    return deferredResult(
      '4.4.3',
      `DNS lookup of the mail servers of ${domain} failed: ${(error as Error).message}`,
      domain,
    );
  }
  // Null MX (RFC 7505).
  if (records.length > 0 && records.every(({ name }) => name === '')) {
    return refused(556, '5.1.10', `${domain}: The domain does not accept mail`);
  }
  if (records.length === 0) records = [{ name: domain, priority: 0 }];
  const usable = preferredToOwn(sortByPreference(records.filter(({ name }) => name !== '')), options.ownNames);
  if (usable.length === 0)
    return refused(550, '5.4.6', `${domain}: Mail loop: the MX records of the domain lead back to this server`);
  const lookups = await Promise.all(usable.slice(0, MAX_HOSTS).map(({ name }) => lookUpHost(name, secure, options)));
  const implicit = records.length === 1 && records[0]?.name === domain;
  const hosts = lookups.filter((host): host is Host => 'addresses' in host);
  const failed = lookups.filter((host): host is FailedLookup => 'error' in host);
  if (implicit && failed.length === 0 && hosts.every(({ addresses }) => addresses.length === 0)) {
    return refused(550, '5.1.2', `${domain}: The domain has neither MX nor address records`);
  }
  return selectHosts(domain, hosts, failed, options);
}

type FailedLookup = { error: Error };

/** Removes addresses that must not be contacted. Returns the reason if no address is left. */
function selectHosts(domain: string, found: Host[], unknown: FailedLookup[], { allowLocal }: RouteOptions): Route {
  const networks = new Set(found.flatMap(({ addresses }) => addresses.map(classifyAddress)));
  const allowed = found.map((host) => ({
    ...host,
    addresses: host.addresses.filter((address) => allowLocal || classifyAddress(address) === 'public'),
  }));
  const hosts = allowed.filter(({ addresses }) => addresses.length > 0);
  if (hosts.length > 0) return { kind: 'hosts', hosts };
  const [first] = unknown;
  if (first)
    return deferredResult(
      '4.4.3',
      `DNS lookup of the mail servers of ${domain} failed: ${first.error.message}`,
      domain,
    );
  if (networks.has('own')) return refused(550, '5.4.6', `${domain}: The mail server of the domain is this machine`);
  if (networks.has('reserved'))
    return refused(550, '5.4.4', `${domain}: The mail server of the domain is not in a public network`);
  return refused(550, '5.4.4', `${domain}: The mail servers of the domain have no address`);
}

async function lookUpHost(
  name: string,
  mxSecure: boolean,
  { lookup, port }: RouteOptions,
): Promise<Host | FailedLookup> {
  // Some domains publish an address in the MX record, which RFC 5321 5.1 does not allow.
  if (isIP(name)) return { name, addresses: [name], tlsa: null };
  const [ipv4, ipv6] = await Promise.allSettled([lookup.find(name, 'A'), lookup.find(name, 'AAAA')]);
  const found = [ipv4, ipv6].flatMap((settled) => (settled.status === 'fulfilled' ? [settled.value] : []));
  const addresses = found.flatMap(({ records }) => records);
  if (addresses.length === 0) {
    const failed = [ipv4, ipv6].flatMap((settled) => (settled.status === 'rejected' ? [settled.reason as Error] : []));
    const error = failed.find((reason) => !isNoSuchDomain(reason));
    if (error) return { error };
  }
  const nonEmpty = found.filter(({ records }) => records.length > 0);
  // TLSA records apply only if MX and address records are DNSSEC-validated (RFC 7672 2.2).
  const secure = mxSecure && nonEmpty.length > 0 && nonEmpty.every(({ secure }) => secure);
  return { name, addresses, tlsa: secure ? await findTlsa(name, port, lookup) : null };
}

/** Sorts by preference, with equal preferences in random order. */
function sortByPreference(named: MxRecord[]): MxRecord[] {
  const ranked = named.map((entry) => ({ entry, chance: Math.random() }));
  ranked.sort((a, b) => a.entry.priority - b.entry.priority || a.chance - b.chance);
  return ranked.map(({ entry }) => entry);
}

/** Returns the hosts preferred to our own: the others would send the mail back to us (RFC 5321 5.1). */
function preferredToOwn(hosts: MxRecord[], ownNames: string[]): MxRecord[] {
  const own = hosts.filter(({ name }) => ownNames.includes(name)).map(({ priority }) => priority);
  return hosts.filter(({ priority }) => priority < Math.min(...own));
}

/** Returns the address in a domain literal such as [192.0.2.1] or [IPv6:2001:db8::1] (RFC 5321 4.1.3). */
function literalAddress(domain: string): string | null {
  const inner = /^\[(?:ipv6:)?([^\]]+)\]$/i.exec(domain)?.[1] ?? '';
  return isIP(inner) ? inner : null;
}

function normalizeName(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}

function refused(code: number, enhanced: string, text: string): Extract<DeliveryResult, { kind: 'refused' }> {
  const [host = ''] = text.split(':');
  return { kind: 'refused', code, enhanced, text: shortLine(text), host, isOurs: true };
}

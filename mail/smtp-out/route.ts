import { isIP } from 'node:net';
import type { DeliveryResult } from '../message/delivery-result.ts';
import { notNow } from './client/delivery-result.ts';
import { shortLine } from './client/reply.ts';
import { isAbsent, type Lookup } from './dns-lookup.ts';
import { findTlsa, type Pins } from './policy/dane.ts';
import { placeOf } from './policy/reserved-addresses.ts';

/** A server of a domain. */
export interface Host {
  /** As the MX names it; the domain itself where there is no MX. */
  name: string;
  addresses: string[];
  /** What its certificate is pinned to (DANE); null where it is not. */
  pins: Pins | null;
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
const MOST_HOSTS = 10;

interface Named {
  name: string;
  priority: number;
}

/** Finds the servers of a domain (RFC 5321 5.1): MX in order, ties by chance, the domain's own address without any MX. */
export async function findRoute(domain: string, options: RouteOptions): Promise<Route> {
  const { lookup } = options;
  const literal = literalAddress(domain);
  if (literal) return choose(domain, [{ name: domain, addresses: [literal], pins: null }], [], options);
  let named: Named[];
  let secure: boolean;
  try {
    const found = await lookup.find(domain, 'MX');
    secure = found.secure;
    named = found.records.map(({ exchange, priority }) => ({ name: plainName(exchange), priority }));
  } catch (error) {
    if (isAbsent(error)) return refused(550, '5.1.2', `${domain}: No such domain`);
    return notNow('4.4.3', `The servers of ${domain} cannot be looked up: ${(error as Error).message}`, domain);
  }
  // RFC 7505: one MX that leads nowhere.
  if (named.length > 0 && named.every(({ name }) => name === '')) {
    return refused(556, '5.1.10', `${domain}: This domain takes no mail`);
  }
  if (named.length === 0) named = [{ name: domain, priority: 0 }];
  const before = beforeOurselves(ordered(named.filter(({ name }) => name !== '')), options.ownNames);
  if (before.length === 0) return refused(550, '5.4.6', `${domain}: Mail for this domain would come back to us`);
  const looked = await Promise.all(before.slice(0, MOST_HOSTS).map(({ name }) => addressesOf(name, secure, options)));
  const implicit = named.length === 1 && named[0]?.name === domain;
  const hosts = looked.filter((host): host is Host => 'addresses' in host);
  const unknown = looked.filter((host): host is Unknown => 'error' in host);
  if (implicit && unknown.length === 0 && hosts.every(({ addresses }) => addresses.length === 0)) {
    return refused(550, '5.1.2', `${domain}: The domain has no mail server and no address`);
  }
  return choose(domain, hosts, unknown, options);
}

type Unknown = { error: Error };

/** Leaves out what must not be connected to; says why where nothing is left. */
function choose(domain: string, found: Host[], unknown: Unknown[], { allowLocal }: RouteOptions): Route {
  const places = new Set(found.flatMap(({ addresses }) => addresses.map(placeOf)));
  const allowed = found.map((host) => ({
    ...host,
    addresses: host.addresses.filter((address) => allowLocal || placeOf(address) === 'world'),
  }));
  const hosts = allowed.filter(({ addresses }) => addresses.length > 0);
  if (hosts.length > 0) return { kind: 'hosts', hosts };
  const [first] = unknown;
  if (first) return notNow('4.4.3', `The servers of ${domain} cannot be looked up: ${first.error.message}`, domain);
  if (places.has('ourselves')) return refused(550, '5.4.6', `${domain}: Its mail server is this machine`);
  if (places.has('reserved')) return refused(550, '5.4.4', `${domain}: Its mail server is in no public network`);
  return refused(550, '5.4.4', `${domain}: Its mail servers have no address`);
}

async function addressesOf(name: string, mxSecure: boolean, { lookup, port }: RouteOptions): Promise<Host | Unknown> {
  // Against the RFC, but seen: an MX that names an address.
  if (isIP(name)) return { name, addresses: [name], pins: null };
  const [four, six] = await Promise.allSettled([lookup.find(name, 'A'), lookup.find(name, 'AAAA')]);
  const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const addresses = found.flatMap(({ records }) => records);
  if (addresses.length === 0) {
    const failed = [four, six].flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
    const error = failed.find((reason) => !isAbsent(reason));
    if (error) return { error };
  }
  const answered = found.filter(({ records }) => records.length > 0);
  // Only what DNSSEC vouches for all the way may pin a certificate (RFC 7672 2.2).
  const secure = mxSecure && answered.length > 0 && answered.every((answer) => answer.secure);
  return { name, addresses, pins: secure ? await findTlsa(name, port, lookup) : null };
}

/** By preference; those of one preference in random order. */
function ordered(named: Named[]): Named[] {
  const ranked = named.map((entry) => ({ entry, chance: Math.random() }));
  ranked.sort((a, b) => a.entry.priority - b.entry.priority || a.chance - b.chance);
  return ranked.map(({ entry }) => entry);
}

/** What is preferred to ourselves: anything else would send the mail back to us (RFC 5321 5.1). */
function beforeOurselves(hosts: Named[], ownNames: string[]): Named[] {
  const own = hosts.filter(({ name }) => ownNames.includes(name)).map(({ priority }) => priority);
  return hosts.filter(({ priority }) => priority < Math.min(...own));
}

/** The address in a domain literal such as [192.0.2.1] or [IPv6:2001:db8::1] (RFC 5321 4.1.3). */
function literalAddress(domain: string): string | null {
  const inner = /^\[(?:ipv6:)?([^\]]+)\]$/i.exec(domain)?.[1] ?? '';
  return isIP(inner) ? inner : null;
}

function plainName(name: string): string {
  return name.replace(/\.$/, '').toLowerCase();
}

function refused(code: number, enhanced: string, words: string): Extract<DeliveryResult, { kind: 'refused' }> {
  const [host = ''] = words.split(':');
  return { kind: 'refused', code, enhanced, text: shortLine(words), host };
}

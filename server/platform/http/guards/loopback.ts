import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Returns whether an IP address belongs to the loopback interface; an IPv4 address mapped into IPv6 is treated as IPv4. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && LOOPBACK.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** Returns whether a hostname, IPv6 in brackets or not, can only mean this machine (RFC 6761 6.3). */
export function isLoopbackName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** Returns the hostname of a Host header in lower case, without port and final dot; null if it is missing or malformed. */
export function hostnameOf(host: string | undefined): string | null {
  if (host === undefined || host.length > 300 || /[@/?#\\\s]/.test(host)) return null;
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  return hostname.replace(/\.$/, '') || null;
}

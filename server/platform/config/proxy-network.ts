import { BlockList, isIP, isIPv4 } from 'node:net';

/** Larger networks are rejected, because anyone inside could forge the addresses of clients. */
const MIN_PREFIX = { 4: 8, 6: 7 };

/**
 * Returns whether a text is an address or a network in CIDR notation. An IPv4 network must be written as such, not as
 * part of IPv6.
 */
export function isProxyNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (rest.length > 0 || version === 0 || address.includes('%')) return false;
  if (prefix === undefined) return true;
  const length = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  const isMapped = version === 6 && address.includes('.');
  return !isMapped && length >= MIN_PREFIX[version as 4 | 6] && length <= (version === 4 ? 32 : 128);
}

/** Returns an address without the prefix of an IPv4 address on an IPv6 socket (RFC 4291 2.5.5.2). */
export function withoutMapping(address: string): string {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return plain ?? address;
}

/** Returns whether an address is one of our proxies; false for a text that is not an address. */
export type IsProxy = (address: string) => boolean;

/** Returns the test for these addresses and networks, all of which `isProxyNetwork` accepts. */
export function proxyTest(networks: readonly string[]): IsProxy {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const plain = withoutMapping(address);
    const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(plain, family);
    else list.addSubnet(plain, Number(prefix), family);
  }
  return (address) => {
    const [plain = ''] = withoutMapping(address).split('%');
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
}

import { isIPv6, type Socket } from 'node:net';

/** Returns the IP address of a client. A listener on :: reports IPv4 clients as mapped addresses (RFC 4291 2.5.5.2). */
export function clientAddressOf(socket: Socket): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Returns the network of a client for limits: a single IPv4 address, or an IPv6 /64, which one customer typically has.
 */
export function networkOf(address: string): string {
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** Returns the network that the servers of one sender share, for greylisting: IPv4 /24, IPv6 /64. */
export function neighbourhoodOf(address: string): string {
  return isIPv6(address) ? networkOf(address) : address.replace(/\.\d+$/, '.0/24');
}

/** Returns the eight groups of an IPv6 address, in hexadecimal without leading zeros. */
export function groupsOf(address: string): string[] {
  const plain = address
    .toLowerCase()
    .replace(/%.*/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)/, (_all, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    });
  const [before = [], after = []] = plain.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}

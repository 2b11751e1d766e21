import { BlockList, isIP } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Networks without public mail servers (RFC 6890 and the IANA special-purpose registries). */
const RESERVED = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 ::/127 64:ff9b:1::/48',
  '100::/64 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8',
].flatMap((line) => line.split(' '));

const LOOPBACK = ['127.0.0.0/8', '0.0.0.0/8', '::/127'];

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, bits] = range.split('/') as [string, string];
    list.addSubnet(network, Number(bits), familyOf(network));
  }
  return list;
}

const reserved = listOf(RESERVED);
const loopback = listOf(LOOPBACK);

/** Classifies an address: public, private or reserved, or belonging to this machine. */
export function classifyAddress(address: string): 'public' | 'reserved' | 'own' {
  const plain = embeddedIpv4(address) ?? address;
  if (loopback.check(plain, familyOf(plain)) || ownAddresses().has(plain)) return 'own';
  return isReserved(plain) ? 'reserved' : 'public';
}

/** Returns whether no host on the internet can have the address, even if this machine has it. */
export function isReserved(address: string): boolean {
  return isIP(address) === 0 || reserved.check(address, familyOf(address));
}

/** Returns the IPv4 address embedded in an IPv6 address: mapped (::ffff:0:0/96), compatible, or NAT64. */
function embeddedIpv4(address: string): string | null {
  // The URL parser normalizes an IPv6 address, and rejects any other text.
  const host = URL.parse(`http://[${address.replace(/%.*/, '')}]/`)?.hostname ?? '';
  const found = /\[(?:::ffff:|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]/.exec(host);
  if (!found) return null;
  const bytes = found.slice(1).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}

function ownAddresses(): Set<string> {
  const lists = Object.values(networkInterfaces() as Record<string, NetworkInterfaceInfo[]>);
  return new Set(lists.flat().map(({ address }) => address));
}

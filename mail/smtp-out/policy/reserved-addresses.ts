import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Networks that no mail server of the world stands in (RFC 6890 and its registries). */
const RESERVED = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/127',
  '64:ff9b:1::/48',
  '100::/64',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const LOOPBACK = ['127.0.0.0/8', '0.0.0.0/8', '::/127'];

function listOf(ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const reserved = listOf(RESERVED);
const loopback = listOf(LOOPBACK);

/** Where an address leads: to the world, to a network that is nobody's or somebody's own, or back to ourselves. */
export function classifyAddress(address: string): 'world' | 'reserved' | 'ourselves' {
  const plain = embeddedIpv4(address) ?? address;
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (loopback.check(plain, family) || ownAddresses().has(plain)) return 'ourselves';
  return isIP(plain) === 0 || reserved.check(plain, family) ? 'reserved' : 'world';
}

/** The IPv4 address within an IPv6 one that stands for it: mapped (::ffff:0:0/96), compatible, or by NAT64. */
function embeddedIpv4(address: string): string | null {
  if (isIP(address) !== 6) return null;
  // The URL parser writes every address in one way.
  const canonical = URL.parse(`http://[${address.replace(/%.*/, '')}]/`)?.hostname.slice(1, -1);
  const found = /^(?:::ffff:|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical ?? '');
  if (!found) return null;
  const bytes = found.slice(1).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}

function ownAddresses(): Set<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []);
  return new Set(addresses);
}

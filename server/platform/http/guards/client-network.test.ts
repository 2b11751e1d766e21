import { expect, it } from 'vitest';
import { networkOf, networksOf } from './client-network.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:192.168.2.7', '192.168.2.7'],
  ['::ffff:192.168.2.7%eth0', '192.168.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['::192.0.2.7', '0:0:0:0::/64'],
  ['1:2:3::192.0.2.7', '1:2:3:0::/64'],
  // Addresses that only resemble a mapped IPv4 address.
  ['::fffe:192.0.2.7', '0:0:0:0::/64'],
  ['1::ffff:c000:207', '1:0:0:0::/64'],
  ['0:0:0:0:1:ffff:c000:207', '0:0:0:0::/64'],
])('counts the address %s as the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it.each([
  ['192.0.2.7', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['2001:db8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
])('counts the address %s as the networks %j', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { clientAddressOf, groupsOf, neighbourhoodOf, networkOf } from './client-network.ts';

it('treats an IPv4 address as one network, and its /24 as the neighbourhood', () => {
  expect(networkOf('192.0.2.77')).toBe('192.0.2.77');
  expect(neighbourhoodOf('192.0.2.77')).toBe('192.0.2.0/24');
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
  ['64:FF9B::192.0.2.1', '64:ff9b:0:0::/64'],
])('assigns %s to the network %s, which is also the neighbourhood', (address, network) => {
  expect(networkOf(address)).toBe(network);
  expect(neighbourhoodOf(address)).toBe(network);
});

it.each([
  ['2001:db8::ff', '2001 db8 0 0 0 0 0 ff'],
  ['64:ff9b::192.0.2.1', '64 ff9b 0 0 0 0 c000 201'],
  ['1:2:3:4:5:6:192.168.255.254', '1 2 3 4 5 6 c0a8 fffe'],
  ['1:2:3:4:5:6:7:8', '1 2 3 4 5 6 7 8'],
  ['FE80::00A1%eth0', 'fe80 0 0 0 0 0 0 a1'],
  ['fe80::', 'fe80 0 0 0 0 0 0 0'],
  ['::', '0 0 0 0 0 0 0 0'],
])('the IPv6 address %s has the groups %s', (address, groups) => {
  expect(groupsOf(address)).toEqual(groups.split(' '));
});

it.each([
  ['192.0.2.77', '192.0.2.77'],
  ['::ffff:192.0.2.77', '192.0.2.77'],
  ['::FFFF:192.0.2.77', '192.0.2.77'],
  ['::ffff:c000:24d', '::ffff:c000:24d'],
  ['1::ffff:192.0.2.77', '1::ffff:192.0.2.77'],
  ['2001:db8::1', '2001:db8::1'],
  [undefined, ''],
])('the client of a connection from %s has the address %s', (remoteAddress, address) => {
  expect(clientAddressOf({ remoteAddress } as Socket)).toBe(address);
});

it.each(['unknown:client', 'localhost', ''])('treats %j, which is not an address, as a separate network', (text) => {
  expect([networkOf(text), neighbourhoodOf(text)]).toEqual([text, text]);
});

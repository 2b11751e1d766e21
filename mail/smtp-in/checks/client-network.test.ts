import { expect, it } from 'vitest';
import { groupsOf, neighbourhoodOf, networkOf } from './client-network.ts';

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
])('assigns %s to the network %s, which is also the neighbourhood', (address, network) => {
  expect(networkOf(address)).toBe(network);
  expect(neighbourhoodOf(address)).toBe(network);
});

it('returns the groups of an IPv6 address, including one with an IPv4 suffix', () => {
  expect(groupsOf('2001:db8::ff')).toEqual(['2001', 'db8', '0', '0', '0', '0', '0', 'ff']);
  expect(groupsOf('64:ff9b::192.0.2.1')).toEqual(['64', 'ff9b', '0', '0', '0', '0', 'c000', '201']);
});

import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { classifyAddress } from './reserved-addresses.ts';

test.each([
  ['127.0.0.1', 'ourselves'],
  ['127.9.9.9', 'ourselves'],
  ['0.0.0.0', 'ourselves'],
  ['::1', 'ourselves'],
  ['::', 'ourselves'],
  ['::ffff:127.0.0.1', 'ourselves'],
  ['::ffff:7f00:1', 'ourselves'],
  ['0:0:0:0:0:ffff:7f00:0001', 'ourselves'],
  ['::127.0.0.1', 'ourselves'],
  ['64:ff9b::7f00:1', 'ourselves'],
  ['10.1.2.3', 'reserved'],
  ['::ffff:10.1.2.3', 'reserved'],
  ['172.31.255.255', 'reserved'],
  ['192.168.0.1', 'reserved'],
  ['169.254.169.254', 'reserved'],
  ['100.64.0.1', 'reserved'],
  ['224.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['fc00::1', 'reserved'],
  ['fd12:3456::1', 'reserved'],
  ['fe80::1%eth0', 'reserved'],
  ['ff02::1', 'reserved'],
  ['not an address', 'reserved'],
  ['172.32.0.1', 'world'],
  ['8.8.8.8', 'world'],
  ['::ffff:8.8.8.8', 'world'],
  ['2001:4860:4860::8888', 'world'],
])('%s leads to %s', (address, place) => {
  expect(classifyAddress(address)).toBe(place);
});

test('an address of this machine is ourselves, whatever network it is in', () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []);
  expect(own.length).toBeGreaterThan(0);
  expect(own.map(classifyAddress)).toEqual(own.map(() => 'ourselves'));
});

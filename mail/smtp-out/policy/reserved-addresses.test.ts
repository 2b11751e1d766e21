import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { classifyAddress } from './reserved-addresses.ts';

it.each([
  ['127.0.0.1', 'own'],
  ['127.9.9.9', 'own'],
  ['0.0.0.0', 'own'],
  ['::1', 'own'],
  ['::', 'own'],
  ['::ffff:127.0.0.1', 'own'],
  ['::ffff:7f00:1', 'own'],
  ['0:0:0:0:0:ffff:7f00:0001', 'own'],
  ['::127.0.0.1', 'own'],
  ['64:ff9b::7f00:1', 'own'],
  ['64:ff9b::7f00:1%eth0', 'own'],
  ['10.1.2.3', 'reserved'],
  ['::ffff:10.1.2.3', 'reserved'],
  ['64:ff9b::a01:203', 'reserved'],
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
  ['172.32.0.1', 'public'],
  ['8.8.8.8', 'public'],
  ['2600::7f00:1', 'public'],
  ['::1:7f00:1:2:3', 'public'],
  ['::ffff:8.8.8.8', 'public'],
  ['2001:4860:4860::8888', 'public'],
])('classifies %s as %s (attack 34)', (address, place) => {
  expect(classifyAddress(address)).toBe(place);
});

it('classifies every address of this machine as own', () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []);
  expect(own.length).toBeGreaterThan(0);
  expect(own.map(classifyAddress)).toEqual(own.map(() => 'own'));
});

import { expect, it } from 'vitest';
import { proxyTest } from '../../config/proxy-network.ts';
import { clientAddress } from './client-address.ts';

const isProxy = proxyTest(['127.0.0.1', '10.0.0.0/24', '::1']);

it.each([
  ['the connection without a proxy', '192.0.2.1', '198.51.100.1', '192.0.2.1'],
  ['the connection of a proxy that names no client', '127.0.0.1', undefined, '127.0.0.1'],
  ['the last address that is not a proxy', '127.0.0.1', '198.51.100.1, 192.0.2.9, 10.0.0.1', '192.0.2.9'],
  ['the first proxy if all are proxies', '127.0.0.1', '10.0.0.1,::1', '10.0.0.1'],
  ['an IPv4 address on an IPv6 socket', '::ffff:127.0.0.1', '::ffff:192.0.2.9', '192.0.2.9'],
  ['an IPv6 address', '::1', '2001:db8::1', '2001:db8::1'],
  [
    'the last address outside the networks of proxies',
    '::ffff:10.0.0.7',
    '192.0.2.9, 198.51.100.1, ::ffff:10.0.0.200',
    '198.51.100.1',
  ],
  ['the proxy if the header is garbage', '127.0.0.1', 'unknown, <script>', '127.0.0.1'],
  ['the address after garbage', '127.0.0.1', 'x, 192.0.2.9', '192.0.2.9'],
  ['the proxy if the header is empty', '127.0.0.1', ' , ,', '127.0.0.1'],
  ['the whole first address of a header', '127.0.0.1', '10.0.0.12', '10.0.0.12'],
  ['the last address before an empty one', '127.0.0.1', ',10.0.0.1', '10.0.0.1'],
  ['the connection of a client that claims to be behind a proxy', '192.0.2.1', '10.0.0.1', '192.0.2.1'],
])('returns %s', (_name, remote, forwarded, expected) => {
  expect(clientAddress(remote, forwarded, isProxy)).toBe(expected);
});

it('examines twenty addresses', () => {
  const behind = (proxies: number) => clientAddress('127.0.0.1', `192.0.2.9${',10.0.0.1'.repeat(proxies)}`, isProxy);
  expect([behind(19), behind(20)]).toEqual(['192.0.2.9', '10.0.0.1']);
  const many = `192.0.2.9${',10.0.0.1'.repeat(500)}`;
  expect(clientAddress('127.0.0.1', many, isProxy)).toBe('10.0.0.1');
});

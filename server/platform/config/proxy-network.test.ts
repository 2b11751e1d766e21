import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { isProxyNetwork, proxyTest } from './proxy-network.ts';

it.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['173.245.48.0/20', true],
  ['2400:cb00::/32', true],
  ['fc00::/7', true],
  ['192.0.2.7/32', true],
  ['0.0.0.0/0', false],
  ['::/0', false],
  ['128.0.0.0/1', false],
  ['::ffff:10.0.0.0/104', false],
  ['fe80::1%eth0', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/255.0.0.0', false],
  ['10.0/8', false],
  ['proxy.example', false],
  ['1', false],
  ['', false],
])('accepts %j as a proxy or a network of proxies: %s', (text, expected) => {
  expect(isProxyNetwork(text)).toBe(expected);
});

it.each([
  ['173.245.63.255', true],
  ['173.245.64.0', false],
  ['::ffff:173.245.48.1', true],
  ['::FFFF:173.245.48.1', true],
  ['::ffff:adf5:3001', true],
  ['::ffff:173.245.64.0', false],
  ['2400:cb00:ffff::1', true],
  ['2400:cb01::1', false],
  ['10.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['10.0.0.2', false],
  ['::1', true],
  ['::1%lo', true],
  ['::173.245.48.1', false],
  ['173.245.48.1:443', false],
  ['173.245.048.1', false],
  ['unknown', false],
  ['', false],
  ['1'.repeat(10_000), false],
])('decides whether %s is a proxy: %s', (address, expected) => {
  const isProxy = proxyTest(['173.245.48.0/20', '2400:cb00::/32', '::ffff:10.0.0.1', '::1']);
  expect(isProxy(address)).toBe(expected);
});

it.each([
  ['::ffff:173.245.48.9', '192.0.2.1', '192.0.2.1'],
  ['173.245.48.9', '203.0.113.7, 192.0.2.1', '192.0.2.1'],
  ['::ffff:173.245.48.9', '203.0.113.7, ::ffff:192.0.2.1, ::ffff:173.245.48.2, 10.0.0.1', '::ffff:192.0.2.1'],
  ['2400:cb00::9', '173.245.48.3, 2001:db8::1, 173.245.48.2', '2001:db8::1'],
  ['192.0.2.8', '203.0.113.7', '192.0.2.8'],
  ['::ffff:192.0.2.8', '173.245.48.1', '::ffff:192.0.2.8'],
])(
  'attributes a request from %s with X-Forwarded-For: %s to %s, whatever a client forged (attack 39)',
  async (remoteAddress, forwarded, expected) => {
    const app = Fastify({ trustProxy: proxyTest(['173.245.48.0/20', '2400:cb00::/32', '10.0.0.1']) });
    app.get('/', async (request) => request.ip);
    const { body } = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } });
    expect(body).toBe(expected);
  },
);

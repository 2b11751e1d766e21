import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PRODUCTION } from '../../../../tests/support/server/production-settings.ts';
import { parseConfig } from '../../config/config.ts';
import { ApiError } from '../api-error.ts';
import { allowedOrigins, limitAnonymousBodies, noStoreByDefault, rejectCrossSiteWrites } from './csrf.ts';

const OURS = PRODUCTION.PUBLIC_URL;

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number };
    if (error instanceof ApiError) return reply.status(error.status).send(error.body());
    return reply.status(statusCode).send({});
  });
});
afterEach(() => app.close());

it('accepts as origins our own and, on a developer machine, its other names on the same port', () => {
  const site = { ...parseConfig(PRODUCTION).site, origin: OURS };
  expect([...allowedOrigins({ site, port: 3000 })]).toEqual([OURS]);
  const local = { ...site, origin: 'http://np.test:3000', localMode: true };
  const names = ['np.test', 'localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:3000`);
  expect([...allowedOrigins({ site: local, port: 3000 })]).toEqual(names);
});

it.each<[Record<string, string>, 200 | 403]>([
  [{}, 200],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'none' }, 200],
  // A page on another subdomain, which someone else may run.
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: OURS }, 200],
  [{ origin: OURS, 'sec-fetch-site': 'same-origin' }, 200],
  [{ origin: 'https://blog.handles.example.org', 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: `${OURS}.evil.example` }, 403],
  [{ origin: OURS.replace('https', 'http') }, 403],
  [{ origin: 'null' }, 403],
])('checks the origin of a write with headers %j and responds with %i', async (headers, status) => {
  rejectCrossSiteWrites(app, parseConfig(PRODUCTION));
  app.post('/write', async () => ({}));
  app.get('/read', async () => ({}));
  expect((await app.inject({ method: 'POST', url: '/write', headers })).statusCode).toBe(status);
  expect((await app.inject({ url: '/read', headers })).statusCode).toBe(200);
});

describe('a request of another site', () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  it.each(['GET', 'HEAD', 'OPTIONS'] as const)('may have the method %s, which changes nothing', async (method) => {
    rejectCrossSiteWrites(app, parseConfig(PRODUCTION));
    app.route({ method, url: '/read', handler: async () => ({}) });
    expect((await app.inject({ method, url: '/read', headers })).statusCode).toBe(200);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('is rejected with the method %s', async (method) => {
    rejectCrossSiteWrites(app, parseConfig(PRODUCTION));
    app.route({ method, url: '/write', handler: async () => ({}) });
    const response = await app.inject({ method, url: '/write', headers });
    expect([response.statusCode, response.json().code]).toEqual([403, 'wrong_origin']);
  });

  it.each(['signedUpload', 'signedMessage', 'clickPing'])('is accepted where no cookie is read: %s', async (name) => {
    rejectCrossSiteWrites(app, parseConfig(PRODUCTION));
    app.post('/write', { config: { [name]: true } }, async () => ({}));
    expect((await app.inject({ method: 'POST', url: '/write', headers })).statusCode).toBe(200);
  });
});

describe('the body of a write', () => {
  const JSON_TYPE = 'application/json; charset=utf-8';

  it.each([
    [JSON_TYPE, '{"a":[1]}', { body: { a: [1] } }],
    [JSON_TYPE, '', {}],
    ['text/plain', '', {}],
  ])('may be of the type %s with the text %j', async (type, payload, expected) => {
    rejectCrossSiteWrites(app, parseConfig(PRODUCTION));
    app.post('/write', async ({ body }) => ({ body }));
    const response = await app.inject({ method: 'POST', url: '/write', payload, headers: { 'content-type': type } });
    expect([response.statusCode, response.json()]).toEqual([200, expected]);
  });

  it.each([
    [JSON_TYPE, '{"a"', 400],
    [JSON_TYPE, '['.repeat(33) + ']'.repeat(33), 400],
    [JSON_TYPE, '{"__proto__":{}}', 400],
    [JSON_TYPE, '{"constructor":{"prototype":{}}}', 400],
    ['text/plain', '{"a":1}', 415],
    ['application/x-www-form-urlencoded', 'a=1', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
  ])('is rejected if it is of the type %s with the text %j', async (type, payload, status) => {
    rejectCrossSiteWrites(app, parseConfig(PRODUCTION));
    app.post('/write', async ({ body }) => ({ body }));
    const response = await app.inject({ method: 'POST', url: '/write', payload, headers: { 'content-type': type } });
    expect(response.statusCode).toBe(status);
  });
});

describe('the size of a body', () => {
  const required = async () => {};
  const other = async () => {};

  it.each([
    ['a call', '/api/a', {}, 16_384, 200],
    ['a call', '/api/a', {}, 16_385, 413],
    ['a call with another hook', '/api/a', { onRequest: [other] }, 16_385, 413],
    ['a call for the payment provider', '/paypal/a', {}, 16_385, 413],
    ['a call that needs a session', '/api/a', { onRequest: [other, required] }, 16_385, 200],
    ['a call that needs only a session', '/api/a', { onRequest: required }, 16_385, 200],
    ['a signed message', '/paypal/a', { config: { signedMessage: true } }, 16_385, 200],
    ['a call with a limit of its own', '/api/a', { bodyLimit: 20_000 }, 16_385, 200],
    ['a form of a page', '/form', {}, 16_385, 200],
    ['a page whose path only contains the word', '/x/api/a', {}, 16_385, 200],
  ])(
    'is limited for %s at %s unless its sender is known or it has another limit: %j',
    async (_what, url, options, size, status) => {
      limitAnonymousBodies(app, required);
      app.post(url, options, async () => ({}));
      const payload = JSON.stringify('x'.repeat(size - 2));
      const response = await app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(response.statusCode).toBe(status);
    },
  );
});

it('forbids caching of a response without Cache-Control', async () => {
  noStoreByDefault(app);
  app.get('/private', async () => ({}));
  app.get('/public', async (_request, reply) => reply.header('cache-control', 'max-age=60').send({}));
  expect((await app.inject('/private')).headers['cache-control']).toBe('no-store');
  expect((await app.inject('/public')).headers['cache-control']).toBe('max-age=60');
});

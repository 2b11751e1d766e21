import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { PRODUCTION } from '../../../../tests/support/server/production-settings.ts';
import { parseConfig } from '../../config/config.ts';
import { ApiError } from '../api-error.ts';
import { rejectCrossSiteWrites } from './csrf.ts';

const OURS = PRODUCTION.PUBLIC_URL;

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
  const app = Fastify();
  const config = parseConfig(PRODUCTION);
  app.setErrorHandler((error, _request, reply) => reply.status(error instanceof ApiError ? 403 : 500).send({}));
  rejectCrossSiteWrites(app, config);
  app.post('/write', async () => ({}));
  app.get('/read', async () => ({}));
  expect((await app.inject({ method: 'POST', url: '/write', headers })).statusCode).toBe(status);
  expect((await app.inject({ url: '/read', headers })).statusCode).toBe(200);
  await app.close();
});

import { expect, it } from 'vitest';
import { signedInAdmin } from '../support/api/admin.ts';
import { Person } from '../support/api/person.ts';
import type { OwnedResources } from '../support/api/required-access.ts';
import { ACCESS, requestFor } from '../support/api/route-access.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();

/** Calls to which anybody may send a body. */
const anonymous = () =>
  server.routes.filter((route) => {
    const { who, isPaid } = ACCESS[route] ?? { who: 'public' };
    return /^(POST|PUT|PATCH|DELETE) \/(api|paypal)\//.test(route) && ['public', 'local mode'].includes(who) && !isPaid;
  });

it('accepts at most 16 KB without a session', async () => {
  expect(anonymous().length).toBeGreaterThan(4);
  for (const route of anonymous()) {
    const { method, url } = requestFor(route, {} as OwnedResources);
    const { status, body } = await new Person(server).request(method, url, { text: 'x'.repeat(17_000) });
    expect([route, status, body?.code]).toEqual([route, 413, 'body_too_large']);
  }
});

it('refuses JSON that is nested too deeply before it is parsed', async () => {
  const person = new Person(server);
  const headers = { 'content-type': 'application/json' };
  const { origin, host } = server.config.site;
  for (const payload of ['['.repeat(10_000), `{"email":${'['.repeat(40)}${']'.repeat(40)}}`]) {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/send-login-magic-link',
      payload,
      headers: { ...headers, host, origin },
    });
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_json']);
  }
  const accepted = await person.request('POST', '/api/send-login-magic-link', { email: [[['a']]] });
  expect(accepted.body.code).toBe('invalid_input');
});

it('returns neither the names of unknown fields nor one error for each of thousands', async () => {
  const admin = await signedInAdmin(server);
  await admin.request('POST', '/api/profiles', { username: 'owned-by-the-admin' });
  const [{ id }] = (await admin.request('GET', '/api/handles')).body;
  const name = `planted-${'x'.repeat(200_000)}`;
  const unknown = await admin.request('PATCH', `/api/handles/${id}`, { [name]: 1 });
  expect([unknown.status, unknown.body.errors]).toEqual([400, [{ path: '', message: 'Unrecognized field' }]]);
  expect(unknown.text).not.toContain('planted');
  const many = await admin.request('PUT', `/api/handles/${id}/blocks`, Array(50_000).fill(1));
  expect(many.status).toBe(400);
  expect(many.text.length).toBeLessThan(20_000);
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { Description } from '../../server/api-docs/description.ts';
import { createDepartingPerson, type DepartingPerson } from '../support/api/departing-person.ts';
import { everythingIn, resourcesOf } from '../support/api/owned-resources.ts';
import { type ApiResponse, Person } from '../support/api/person.ts';
import type { Access, OwnedResources } from '../support/api/required-access.ts';
import { undescribed } from '../support/api/response-schema.ts';
import { ACCESS, requestFor } from '../support/api/route-access.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let document: Description;
let [ann, bob]: [DepartingPerson | null, DepartingPerson | null] = [null, null];
let things: { ann: OwnedResources; bob: OwnedResources };
const stranger = () => new Person(server);
const everything = () => everythingIn(server);
const annAsks = () => ann?.ada ?? stranger();
const bobAsks = () => bob?.ada ?? stranger();

const routes = () => server.routes.filter((route) => !route.startsWith('HEAD '));
const routesOf = (...who: Access[]) => routes().filter((route) => who.includes(ACCESS[route]?.who ?? 'public'));
const writes = (...who: Access[]) => routesOf(...who).filter((route) => !route.startsWith('GET '));

beforeAll(async () => {
  document = (await stranger().request('GET', '/api/openapi.json')).body;
  [ann, bob] = [await createDepartingPerson(server), await createDepartingPerson(server)];
  things = { ann: await resourcesOf(server, ann), bob: await resourcesOf(server, bob) };
});

function described(route: string, response: ApiResponse): void {
  if (/^\w+ \/(api|paypal)\//.test(route)) expect(undescribed(document, route, response)).toEqual([]);
}

describe('the authorization matrix', () => {
  it('lists every route with its required access', () => {
    expect(routes().length).toBeGreaterThan(50);
    expect(routes().filter((route) => !(route in ACCESS))).toEqual([]);
    expect(Object.keys(ACCESS).filter((route) => !routes().includes(route))).toEqual([]);
  });

  it('requires a session where the API description does', () => {
    for (const route of routes().filter((one) => /\/(api|paypal)\//.test(one))) {
      const [method = '', url = ''] = route.split(' ');
      const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation?.security !== undefined, route).toBe(
        ['signed in', 'owner', 'admin'].includes(ACCESS[route]?.who ?? ''),
      );
    }
  });
});

describe('a signed-out client', () => {
  it('returns 401 to a signed-out client before any other check', async () => {
    const before = await everything();
    for (const route of routesOf('signed in', 'owner', 'admin')) {
      for (const malformed of [undefined, 'abc', '0', '%00']) {
        const { method, url } = requestFor(route, things.ann, malformed);
        for (const type of ['application/json', 'text/plain']) {
          const response = await stranger().request(method, url, method === 'GET' ? undefined : '{"broken', {
            'content-type': type,
          });
          expect([route, url, response.status]).toEqual([route, url, 401]);
          described(route, response);
        }
      }
    }
    expect(await everything()).toEqual(before);
  });
});

describe('a person who is not an administrator', () => {
  it('returns 403 to a person who is not an administrator before any other check, and changes nothing', async () => {
    const before = await everything();
    const forAdmins = routesOf('admin');
    expect(forAdmins.length).toBeGreaterThanOrEqual(19);
    for (const route of forAdmins) {
      for (const malformed of [undefined, 'abc', '0', '%00']) {
        const { method, url, body } = requestFor(route, things.bob, malformed);
        const response = await bobAsks().request(method, url, malformed === undefined ? body : undefined);
        expect([route, url, response.status, response.body.code]).toEqual([route, url, 403, 'forbidden']);
        described(route, response);
      }
    }
    expect(await everything()).toEqual(before);
  });
});

describe('data of another account', () => {
  it('reports data of another account as not found, and does not change it (attack 21)', async () => {
    const before = await everything();
    const owned = routesOf('owner');
    expect(owned.length).toBeGreaterThanOrEqual(8);
    for (const route of owned) {
      const { method, url, body } = requestFor(route, things.ann);
      const response = await bobAsks().request(method, url, body);
      expect([route, response.status]).toEqual([route, 404]);
      described(route, response);
    }
    expect(await everything()).toEqual(before);
  });

  it('includes no data of an account in a response to another account (attack 21)', async () => {
    const texts = [ann?.handle, ann?.email, ann?.inbox, ann?.displayName, ann?.picture, ann?.bio].map(String);
    // The administrator flag, and the way to support, are the same for most accounts.
    const same = ['GET /api/admin/check', 'GET /api/support'];
    const reads = routesOf('signed in').filter((one) => one.startsWith('GET ') && !same.includes(one));
    for (const route of reads) {
      const { method, url } = requestFor(route, things.bob);
      const [theirs, own] = [await bobAsks().request(method, url), await annAsks().request(method, url)];
      expect([route, theirs.status, own.status]).toEqual([route, 200, 200]);
      for (const text of texts) expect(theirs.text.includes(text), `${route}: ${text}`).toBe(false);
      expect(own.text, route).not.toBe(theirs.text);
      described(route, theirs);
    }
  });
});

describe('a malformed address', () => {
  const MALFORMED = ["1'--", '2147483648', '%00', '0', '-1', '1e3', '01', '1.0', '99999999999', 'abc', '%F0%9F%92%A9'];
  for (const [at, malformed] of MALFORMED.entries()) {
    const options = { tags: at < 3 ? [] : ['long'] };
    it(`returns 404 for the malformed id ${malformed}`, options, async () => {
      const before = await everything();
      for (const route of routes().filter((one) => /[:*]/.test(one))) {
        const { method, url, body } = requestFor(route, things.ann, malformed);
        const response = await annAsks().request(method, url, ACCESS[route]?.at ? body : undefined);
        expect(response.status, `${route} ${url}`).toBeLessThan(500);
        const missing = ACCESS[route]?.who === 'admin' ? 403 : 404;
        if (route.includes('/:id') && route.includes('/api/'))
          expect([route, response.status]).toEqual([route, missing]);
        described(route, response);
      }
      expect(await everything()).toEqual(before);
    });
  }
});

describe('a write', () => {
  it('rejects a write from another origin, for every account (attack 36)', async () => {
    const before = await everything();
    for (const route of writes('public', 'signed in', 'owner', 'local mode')) {
      const { method, url, body } = requestFor(route, things.ann);
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
        const response = await annAsks().request(method, url, body, headers);
        expect([route, response.status]).toEqual([route, 403]);
        described(route, response);
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('rejects a write in any content type other than JSON (attack 36)', async () => {
    const before = await everything();
    for (const route of writes('public', 'signed in', 'owner', 'local mode')) {
      const { method, url, body } = requestFor(route, things.ann);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const response = await annAsks().request(method, url, JSON.stringify(body ?? {}), { 'content-type': type });
        expect([route, type, response.status]).toEqual([route, type, 415]);
        described(route, response);
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('rejects a form of a page from another origin, and any other content there', async () => {
    const before = await everything();
    expect(writes('form')).toHaveLength(3);
    for (const route of writes('form')) {
      const { method, url } = requestFor(route, things.ann);
      const form = 'application/x-www-form-urlencoded';
      for (const origin of ['https://evil.example', 'null']) {
        const response = await annAsks().request(method, url, 'name=x', { origin, 'content-type': form });
        expect([route, response.status]).toEqual([route, 403]);
      }
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
        const response = await annAsks().request(method, url, '{}', { 'content-type': type });
        expect([route, type, response.status]).toEqual([route, type, 415]);
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('sends everybody the same response to a counted call, from everywhere, and changes nothing', async () => {
    const before = await everything();
    expect(writes('counted')).toHaveLength(1);
    for (const route of writes('counted')) {
      for (const malformed of [undefined, 'abc', '%00']) {
        const { method, url } = requestFor(route, things.ann, malformed);
        for (const headers of [{ origin: 'null' }, { origin: 'https://evil.example', 'content-type': 'text/ping' }]) {
          const response = await annAsks().request(method, url, 'PING', headers);
          expect([url, response.status, response.text]).toEqual([url, 204, '']);
        }
      }
    }
    expect(await everything()).toEqual(before);
  });

  it('rejects a write to a signed address without its signature, even with a session cookie', async () => {
    const before = await everything();
    for (const route of writes('signed')) {
      const { method, url } = requestFor(route, things.ann);
      for (const query of ['', '?owner=1', `?${new URL(things.ann.avatarUrl).search.slice(1, -1)}x`]) {
        const headers = { 'content-type': 'image/png', origin: 'https://evil.example' };
        const response = await annAsks().request(method, url + query, 'bytes', headers);
        const refused = route.includes('/media/') ? 403 : /\/(stop|list)\//.test(route) ? 404 : 401;
        expect([route, query, response.status]).toEqual([route, query, refused]);
        described(route, response);
      }
    }
    expect(await everything()).toEqual(before);
  });

  for (const [at, odd] of ['\u0000', 'x'.repeat(100_000), {}, '\ud800', [1], null, 1e300, -1].entries()) {
    const options = { tags: at < 3 ? [] : ['long'] };
    it(`rejects a write with a malformed value with a message: ${at}`, options, async () => {
      const before = await rights();
      for (const route of writes('public', 'signed in', 'owner')) {
        const { method, url, body } = requestFor(route, things.bob);
        for (const field of Object.keys(body ?? {})) {
          const response = await bobAsks().request(method, url, { ...body, [field]: odd });
          // A name may be null.
          if (odd !== null) expect(response.status, `${route} ${field}`).toBeGreaterThanOrEqual(400);
          expect(response.status, `${route} ${field}: ${response.text}`).toBeLessThan(500);
        }
      }
      expect(await rights()).toEqual(before);
    });
  }

  it('accepts only known fields in a write, so that a person cannot raise their own rights (attack 20)', async () => {
    const ids = { id: 1, account_id: 1, accountId: 1, owner: 1, handle_id: 1 };
    const privileged = {
      ...ids,
      email: 'me@evil.example',
      is_admin: true,
      isAdmin: true,
      state: 'active',
      status: 'active',
      plan: 'Vanity',
      handle: 'x',
      paid_until: '2999-01-01',
      closed_at: null,
      email_verified_at: '2020-01-01',
      address: 'me@evil.example',
      deliveringTo: 'me@evil.example',
    };
    const before = await rights();
    for (const route of writes('signed in', 'owner')) {
      const { method, url, body } = requestFor(route, things.bob);
      if (!body) continue;
      const response = await bobAsks().request(method, url, { ...privileged, ...body });
      expect([route, response.status]).toEqual([route, 400]);
      described(route, response);
      const hidden = `{"__proto__":${JSON.stringify(privileged)},${JSON.stringify(body).slice(1)}`.replace(',}', '}');
      const proto = await bobAsks().request(method, url, hidden, { 'content-type': 'application/json' });
      expect([route, proto.status]).toEqual([route, 400]);
    }
    expect(await rights()).toEqual(before);
  });
});

/** Returns the columns that no profile call may change: identities, rights and ownership. */
async function rights() {
  return {
    accounts: await server.db
      .selectFrom('accounts')
      .select(['id', 'email', 'is_admin', 'email_verified_at', 'closed_at', 'created_at'])
      .orderBy('id')
      .execute(),
    handles: await server.db
      .selectFrom('handles')
      .select(['id', 'handle', 'account_id', 'state', 'paid_until', 'created_at'])
      .orderBy('id')
      .execute(),
    forwardings: await server.db
      .selectFrom('forwardings')
      .select(['id', 'handle_id', 'address'])
      .orderBy('id')
      .execute(),
  };
}

describe('an owner', () => {
  it('lets an owner use every route, and each response matches its description', async () => {
    const free = Object.keys(ACCESS).filter(
      (one) =>
        /\/(api|paypal)\//.test(one) &&
        !(ACCESS[one]?.isPaid || ACCESS[one]?.isMembersOnly || ACCESS[one]?.needsMail || ACCESS[one]?.needsProof) &&
        ACCESS[one]?.who !== 'admin',
    );
    for (const route of free) {
      const { method, url, body } = requestFor(route, things.ann);
      const response = await annAsks().request(method, url, body);
      expect(response.status, `${route}: ${response.text.slice(0, 200)}`).toBeLessThan(300);
      described(route, response);
    }
  });
});

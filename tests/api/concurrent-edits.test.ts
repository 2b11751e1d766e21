import { beforeAll, describe, expect, it } from 'vitest';
import type { Description } from '../../server/api-docs/description.ts';
import { type ApiResponse, linkIn, Person } from '../support/api/person.ts';
import { operationOf, undescribed } from '../support/api/response-schema.ts';
import { createTeam } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let ann: Person;
let admin: Person;
let document: Description;
let handleId: number;
let recordId: number;

beforeAll(async () => {
  [ann, admin] = [new Person(server), new Person(server)];
  await ann.claim('ann-of-two-tabs', 'ann@account.example');
  handleId = (await ann.request('GET', '/api/handles')).body[0].id;
  await admin.request('POST', '/api/dev-login');
  await ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: 'ann@inbox.example' });
  await ann.request('POST', linkIn((await server.sentEmails())[0]?.text));
  recordId = (await ann.request('GET', '/api/email-forwarding')).body[0].id;
  document = (await ann.request('GET', '/api/openapi.json')).body;
});

/** One resource of each versioned kind: how it is read, and several writes that change it. */
const RESOURCES = [
  {
    name: 'a handle',
    read: async () => (await ann.request('GET', '/api/handles')).body[0],
    write: (turn: number, headers = {}) =>
      ann.request('PATCH', `/api/handles/${handleId}`, { displayName: `Ann ${turn}` }, headers),
    route: 'PATCH /api/handles/:id',
  },
  {
    name: 'the links of a handle',
    read: async () => (await ann.request('GET', '/api/handles')).body[0],
    write: (turn: number, headers = {}) => {
      const socialLinks = [{ platform: 'github', username: `ann${turn}` }];
      return ann.request('PATCH', `/api/handles/${handleId}`, { socialLinks }, headers);
    },
    route: 'PATCH /api/handles/:id',
  },
  {
    name: 'the appearance of a handle',
    read: async () => (await ann.request('GET', '/api/handles')).body[0],
    write: (turn: number, headers = {}) => {
      const template = ['candy', 'ocean', 'forest', 'royal', 'sunset', 'galaxy', 'midnight'][turn];
      return ann.request('PATCH', `/api/handles/${handleId}/appearance`, { template }, headers);
    },
    route: 'PATCH /api/handles/:id/appearance',
  },
  {
    name: 'a forwarding address',
    read: async () => (await ann.request('GET', '/api/email-forwarding')).body[0],
    write: (turn: number, headers = {}) =>
      ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail: `ann${turn}@inbox.example` }, headers),
    route: 'POST /api/email-forwarding',
  },
  {
    name: 'the rules of a forwarding address',
    read: async () => (await ann.request('GET', `/api/email-forwarding/${recordId}/policy`)).body,
    write: (turn: number, headers = {}) => {
      const blocked = [`spam${turn}@shop.example`];
      return ann.request('PATCH', `/api/email-forwarding/${recordId}/policy`, { blocked }, headers);
    },
    route: 'PATCH /api/email-forwarding/:id/policy',
  },
  {
    name: 'the switch of a forwarding address',
    read: async () => (await ann.request('GET', '/api/email-forwarding')).body[0],
    write: async (_turn: number, headers = {}) => {
      const isActive = !(await ann.request('GET', '/api/email-forwarding')).body[0].isActive;
      return ann.request('PATCH', `/api/email-forwarding/${recordId}/toggle`, { isActive }, headers);
    },
    route: 'PATCH /api/email-forwarding/:id/toggle',
  },
  {
    name: 'the way of replies',
    read: async () => (await ann.request('GET', `/api/handles/${handleId}/reply-mode`)).body,
    write: async (_turn: number, headers = {}) => {
      const url = `/api/handles/${handleId}/reply-mode`;
      const allowInboxInText = !(await ann.request('GET', url)).body.allowInboxInText;
      return ann.request('PUT', url, { mode: 'pass-through', allowInboxInText }, headers);
    },
    route: 'PUT /api/handles/:id/reply-mode',
  },
  {
    name: 'an automatic reply',
    read: async () => (await ann.request('GET', `/api/handles/${handleId}/auto-reply`)).body,
    write: (turn: number, headers = {}) => {
      const reply = { enabled: false, subject: 'Away', text: `Back in ${turn} days`, from: null, until: null };
      return ann.request(
        'PUT',
        `/api/handles/${handleId}/auto-reply`,
        { ...reply, every: 7, audience: 'everybody' },
        headers,
      );
    },
    route: 'PUT /api/handles/:id/auto-reply',
  },
  {
    name: 'a package',
    read: async () => (await admin.request('GET', '/api/admin/packages')).body[0],
    write: async (turn: number, headers = {}) => {
      const [{ id, name }] = (await admin.request('GET', '/api/admin/packages')).body;
      const terms = { name, price_yearly_usd_full: 20 + turn, price_yearly_usd_now: 0 };
      return admin.request('PUT', `/api/admin/packages/${id}`, terms, headers);
    },
    route: 'PUT /api/admin/packages/:id',
  },
] as const;

describe.each(RESOURCES)('If-Match of $name', ({ read, write, route }) => {
  const conflict = async (response: ApiResponse) => {
    expect(response.status).toBe(412);
    const { updated: _updated, ...now } = await read();
    expect(response.body).toMatchObject({ code: 'version_conflict', current: now });
    expect(undescribed(document, route, response)).toEqual([]);
  };

  it('accepts a write for the current version, and returns the next version', async () => {
    const { version } = await read();
    const response = await write(0, { 'if-match': `"${version}"` });
    expect(response.status).toBe(200);
    expect(response.body.version).not.toBe(version);
    expect(response.headers.etag).toBe(`"${response.body.version}"`);
    expect((await read()).version).toBe(response.body.version);
    expect((await write(1, { 'if-match': `"other", ${response.headers.etag}` })).status).toBe(200);
    expect(operationOf(document, route)?.parameters).toContainEqual(expect.objectContaining({ name: 'If-Match' }));
  });

  it('rejects a write for an earlier version with the current state, and changes nothing', async () => {
    const { version } = await read();
    expect((await write(2)).status).toBe(200);
    const before = await read();
    await conflict(await write(3, { 'if-match': `"${version}"` }));
    // Strong comparison (RFC 9110 8.8.3.2): a weak tag never matches, nor does a tag without quotes.
    await conflict(await write(3, { 'if-match': `W/"${before.version}"` }));
    await conflict(await write(3, { 'if-match': before.version }));
    expect(await read()).toEqual(before);
  });

  it('accepts one of several parallel writes', async () => {
    const { version } = await read();
    const responses = await Promise.all([4, 5, 6].map((turn) => write(turn, { 'if-match': `"${version}"` })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('accepts any version if the header is missing or *', async () => {
    expect((await write(0)).status).toBe(200);
    expect((await write(1, { 'if-match': '*' })).status).toBe(200);
  });
});

describe('ETag', () => {
  it('returns the same ETag for a handle alone, in a list of one, and in its version field', async () => {
    const alone = await ann.request('GET', `/api/handles/${handleId}`);
    const list = await ann.request('GET', '/api/handles');
    expect(list.body).toEqual([alone.body]);
    expect([alone.headers.etag, list.headers.etag]).toEqual(Array(2).fill(`"${alone.body.version}"`));
    expect((await admin.request('GET', `/api/handles/${handleId}`)).status).toBe(404);
  });

  it('returns a different ETag for a list when any item changes', async () => {
    const tag = async () => (await admin.request('GET', '/api/admin/packages')).headers.etag;
    const before = await tag();
    expect(await tag()).toBe(before);
    await RESOURCES.at(-1)?.write(4);
    expect(await tag()).not.toBe(before);
  });
});

it('rejects the removal of an earlier version, and of a resource that does not exist', async () => {
  const { version } = (await ann.request('GET', '/api/email-forwarding')).body[0];
  await ann.request('PATCH', `/api/email-forwarding/${recordId}/toggle`, { isActive: false });
  const remove = (tag: string) =>
    ann.request('DELETE', `/api/email-forwarding/${recordId}`, undefined, { 'if-match': `"${tag}"` });
  expect((await remove(version)).status).toBe(412);
  const [now] = (await ann.request('GET', '/api/email-forwarding')).body;
  expect((await remove(now.version)).status).toBe(200);
  const response = await ann.request(
    'POST',
    '/api/email-forwarding',
    { handleId, forwardingEmail: 'next@inbox.example' },
    { 'if-match': `"${now.version}"` },
  );
  expect([response.status, response.body.current]).toEqual([412, null]);
  expect(undescribed(document, 'POST /api/email-forwarding', response)).toEqual([]);
  const first = (forwardingEmail: string) =>
    ann.request('POST', '/api/email-forwarding', { handleId, forwardingEmail }, { 'if-none-match': '*' });
  const twice = [await first('next@inbox.example'), await first('other@inbox.example')];
  expect(twice.map(({ status }) => status)).toEqual([200, 412]);
  expect(twice[1]?.body.current.forwarding_email).toBe('next@inbox.example');

  const [package1] = (await admin.request('GET', '/api/admin/packages')).body;
  const doomed = await admin.request('DELETE', `/api/admin/packages/${package1.id}`, undefined, {
    'if-match': '"old"',
  });
  expect(doomed.status).toBe(412);
});

it('covers every write of the API that states a version, including removals', () => {
  const versioned = Object.entries(document.paths).flatMap(([url, operations]) =>
    Object.keys(operations)
      .map((method) => `${method.toUpperCase()} ${url.replace(/\{(\w+)\}/g, ':$1')}`)
      .filter((route) => !route.startsWith('GET '))
      .filter((route) =>
        operationOf(document, route)?.parameters?.some(
          (parameter) => 'name' in parameter && parameter.name === 'If-Match',
        ),
      ),
  );
  // The body is a list, whose version is the ETag alone: tests/api/blocks.test.ts.
  const lists = ['PUT /api/handles/:id/blocks'];
  const removals = ['DELETE /api/email-forwarding/:id', 'DELETE /api/admin/packages/:id'];
  expect(versioned.sort()).toEqual([...new Set(RESOURCES.map(({ route }) => route)), ...lists, ...removals].sort());
});

describe('two people who edit one handle', () => {
  it('two people who edit one handle lose nothing: the second gets both versions, whatever their roles show them', async () => {
    const team = await createTeam(server);
    const path = `/api/handles/${team.handleId}`;
    const asks = { owner: team.owner.person, manager: team.manager.person, editor: team.editor.person };
    for (const [first, second] of [
      ['owner', 'editor'],
      ['editor', 'manager'],
      ['manager', 'owner'],
    ] as const) {
      const [one, two] = [
        (await asks[first].request('GET', path)).body,
        (await asks[second].request('GET', path)).body,
      ];
      const bio = `By the ${first}`;
      expect((await asks[first].request('PATCH', path, { bio }, { 'if-match': `"${one.version}"` })).status).toBe(200);
      const stale = await asks[second].request('PATCH', path, { bio: 'Lost?' }, { 'if-match': `"${two.version}"` });
      expect([stale.status, stale.body.code]).toEqual([412, 'version_conflict']);
      expect(stale.body.current).toEqual((await asks[second].request('GET', path)).body);
      expect(stale.body.current.bio).toBe(bio);
      const again = { 'if-match': `"${stale.body.current.version}"` };
      expect((await asks[second].request('PATCH', path, { bio: 'Both seen' }, again)).status).toBe(200);
    }
  });

  it('a change of the mail does not disturb an editor of the page, who cannot see the mail', async () => {
    const team = await createTeam(server);
    const path = `/api/handles/${team.handleId}`;
    const { version } = (await team.editor.person.request('GET', path)).body;
    await team.manager.person.request('PATCH', path, { emailForwarding: false });
    const saved = await team.editor.person.request('PATCH', path, { bio: 'On' }, { 'if-match': `"${version}"` });
    expect(saved.status).toBe(200);
  });
});

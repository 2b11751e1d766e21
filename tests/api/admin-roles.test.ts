import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_CALLS, ADMIN_ROLES, type AdminRole } from '../../contract/admin-roles.ts';
import { lockRoles } from '../../server/admin/users/roles-store.ts';
import type { Description } from '../../server/api-docs/description.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { untilBlocked } from '../support/api/blocked-query.ts';
import { createDepartingPerson } from '../support/api/departing-person.ts';
import { startHttpProcess } from '../support/api/http-process.ts';
import { everythingIn, resourcesOf } from '../support/api/owned-resources.ts';
import { type ApiResponse, linkIn, Person } from '../support/api/person.ts';
import type { OwnedResources } from '../support/api/required-access.ts';
import { undescribed } from '../support/api/response-schema.ts';
import { ACCESS, requestFor } from '../support/api/route-access.ts';
import { useServer } from '../support/server/test-server.ts';

/** What each role may do besides reading, stated a second time. */
const MAY: Record<AdminRole, RegExp> = {
  owner: /./,
  support:
    /GET .*\/(stats|waiting|users|handles|profiles|payments|mail|support.*|invitations|claims)$|invitations|\/claims\/|users\/:id\/(end-sessions|handle-limit)$|(POST|PATCH) .*\/support\//,
  moderation:
    /GET .*\/(stats|waiting|users|handles|profiles|pictures|sending|page-reports.*|invitations|claims)$|\/claims\/|POST .*\/(users|handles)\/:id\/(un)?suspend$|end-sessions$|DELETE .*\/pictures\/|POST .*\/page-reports\/|\/sending\/:id\//,
  mail: /GET .*\/(stats|waiting|users|handles|sending|mail|mail-queue|mail-reports.*)$|POST .*\/(mail-queue|sending)\//,
  finance: /GET .*\/(stats|waiting|users|handles|payments|packages)$|(POST|PUT|DELETE) .*\/packages|refund$/,
  reader: /^GET /,
};

type Refusable = ApiResponse<{ code?: string }>;

const server = useServer();
let admin: Person;
let things: OwnedResources;
let document: Description;
const people = {} as Record<AdminRole, { id: number; person: Person }>;

const idOf = async (email: string) =>
  (await server.db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const putRole = (by: Person, id: number, role: AdminRole | null) =>
  by.request('PUT', `/api/admin/users/${id}/role`, { role });
const check = async (person: Person) => (await person.request('GET', '/api/admin/check')).body;
async function createPerson(name: string) {
  const person = new Person(server);
  await person.claim(`${name}-of-the-staff`, `${name}@staff.example`);
  return { id: await idOf(`${name}@staff.example`), person };
}
const calls = () => server.routes.filter((route) => / \/api\/admin\//.test(route) && !route.startsWith('HEAD '));
const expectRefused = (route: string, role: string, response: Refusable) => {
  expect([route, role, response.status, response.body.code]).toEqual([route, role, 403, 'role_required']);
  expect(undescribed(document, route, response)).toEqual([]);
};

beforeAll(async () => {
  document = (await new Person(server).request('GET', '/api/openapi.json')).body;
  admin = await signedInAdmin(server);
  things = await resourcesOf(server, await createDepartingPerson(server));
  for (const role of ADMIN_ROLES) {
    people[role] = await createPerson(role);
    expect((await putRole(admin, people[role].id, role)).status).toBe(200);
  }
});

describe('the roles of administrators', () => {
  it('the table names every call of administrators, and no other', () => {
    const open = ['GET /api/admin/check'];
    expect(
      calls()
        .filter((route) => !open.includes(route))
        .sort(),
    ).toEqual(Object.keys(ADMIN_CALLS).sort());
    expect(calls().filter((route) => ACCESS[route]?.who !== 'admin')).toEqual(open);
  });

  it.each(ADMIN_ROLES)(
    'the role %s is refused every call that it does not include, and nothing changes',
    async (role) => {
      const before = await everythingIn(server);
      const refused = Object.keys(ADMIN_CALLS).filter((route) => !MAY[role].test(route));
      expect(refused.length > 0).toBe(role !== 'owner');
      for (const route of refused) {
        for (const malformed of [undefined, 'abc']) {
          const { method, url, body } = requestFor(route, things, malformed);
          expectRefused(route, role, await people[role].person.request(method, url, malformed ? '{"broken' : body));
        }
      }
      expect(await everythingIn(server)).toEqual(before);
    },
  );

  it.each(ADMIN_ROLES)('the role %s may make every call that it includes', async (role) => {
    const included = Object.keys(ADMIN_CALLS).filter((route) => MAY[role].test(route));
    expect(included.length).toBeGreaterThan(8);
    for (const route of included) {
      // A malformed parameter is examined after the role.
      const { method, url, body } = requestFor(route, things, route.includes(':') ? 'abc' : undefined);
      const response = await people[role].person.request(method, url, body);
      expect([route, role, response.status === 403, response.status >= 500]).toEqual([route, role, false, false]);
    }
  });

  it('reports its role to each administrator, and none to anyone else', async () => {
    for (const role of ADMIN_ROLES) expect(await check(people[role].person)).toEqual({ isAdmin: true, role });
    const { person } = await createPerson('nobody');
    expect(await check(person)).toEqual({ isAdmin: false });
  });
});

describe('a change of a role', () => {
  it('is in the audit log with role and person, and notified by email', async () => {
    const { id } = await createPerson('new');
    await server.sentEmails();
    expect((await putRole(people.owner.person, id, 'mail')).status).toBe(200);
    const [entry] = (await admin.request('GET', '/api/admin/audit?limit=1')).body;
    expect(entry).toMatchObject({
      actor: 'owner@staff.example',
      role: 'owner',
      act: 'set role',
      before: { role: null },
      after: { role: 'mail' },
    });
    const [email] = await server.sentEmails();
    expect(email).toMatchObject({ sentTo: 'new@staff.example' });
    expect(email?.text).toContain('role “mail”');
    const [user] = (await admin.request('GET', '/api/admin/users?search=new@staff')).body;
    expect(user).toMatchObject({ isAdmin: true, role: 'mail' });
  });

  it('is refused for an owner in ADMIN_EMAILS, an account that does not exist, and a role that does not exist', async () => {
    const named = await idOf(server.config.adminEmails[0] ?? '');
    expect((await putRole(people.owner.person, named, 'reader')).body.code).toBe('role_from_settings');
    expect((await putRole(admin, 999_999, 'reader')).status).toBe(404);
    expect((await putRole(admin, named, 'king' as AdminRole)).status).toBe(400);
  });

  it.each([
    ['suspend', 'moderation'],
    ['unsuspend', 'moderation'],
    ['end-sessions', 'support'],
    ['end-sessions', 'moderation'],
  ] as const)('lets no administrator but an owner %s an administrator, such as the role %s', async (act, role) => {
    const made = async (by: AdminRole, id: number) =>
      people[by].person.request('POST', `/api/admin/users/${id}/${act}`, { reason: 'Because.' });
    const isSuspended = act === 'unsuspend';
    await server.db
      .updateTable('accounts')
      .set({ suspended_at: isSuspended ? server.clock() : null })
      .where('id', '=', people.reader.id)
      .execute();
    const route = `POST /api/admin/users/:id/${act}`;
    expectRefused(route, role, await made(role, people.reader.id));
    if (act === 'end-sessions') expectRefused(route, role, await made(role, people.owner.id));
    expect((await made('owner', people.reader.id)).status).toBe(200);
    const { id } = await createPerson(`${act.charAt(0)}-${role}`);
    if (isSuspended) expect((await made('owner', id)).body.code).toBe('not_suspended');
    else expect((await made(role, id)).status).toBe(200);
  });

  it('ends the role in every process within a second', async () => {
    const processes = [await startHttpProcess(server), await startHttpProcess(server)];
    try {
      const { id, person } = people.finance;
      const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const statuses = () =>
        Promise.all(
          processes.map(async ({ origin }) => {
            const response = await fetch(`${origin}/api/admin/payments`, { headers: { cookie } });
            return response.status;
          }),
        );
      expect(await statuses()).toEqual([200, 200]);
      expect((await putRole(admin, id, null)).status).toBe(200);
      expect(await statuses()).toEqual([403, 403]);
    } finally {
      for (const one of processes) await one.stop();
    }
  });
});

describe('the last owner', () => {
  const alone = useServer();

  it('cannot close the account until somebody else is an owner', async () => {
    const only = await signedInAdmin(alone);
    const link = async () => {
      const asked = await only.request('DELETE', '/api/account');
      return { asked, text: (await alone.sentEmails())[0]?.text };
    };
    const { asked, text } = await link();
    expect([asked.status, asked.body.code, text]).toEqual([409, 'last_owner', undefined]);
    expect(asked.body.message).toContain('make somebody else an owner first');
    const other = new Person(alone);
    await other.claim('the-other-owner', 'other@staff.example');
    const setOwner = async (is_admin: boolean) =>
      alone.db.updateTable('accounts').set({ is_admin }).where('email', '=', 'other@staff.example').execute();
    await setOwner(true);
    const emailed = await link();
    expect(emailed.asked.status).toBe(202);
    // The other owner may be demoted before the link is used.
    await setOwner(false);
    expect((await only.request('POST', linkIn(emailed.text))).body.code).toBe('last_owner');
    await setOwner(true);
    expect((await only.request('POST', linkIn(emailed.text))).status).toBe(303);
    expect((await other.request('DELETE', '/api/account')).body.code).toBe('last_owner');
    await alone.db.updateTable('accounts').set({ closed_at: null, is_admin: false }).execute();
  });

  const emailsOf = ['one@staff.example', 'two@staff.example'];

  it('cannot be demoted or suspended, even if two owners try this on each other at the same moment', async () => {
    // The owner of the settings does not count while suspended.
    await signedInAdmin(alone);
    await alone.db.updateTable('accounts').set({ suspended_at: alone.clock() }).execute();
    const owners: { id: number; person: Person }[] = [];
    for (const email of emailsOf) {
      const person = new Person(alone);
      await person.claim(`${email.slice(0, 3)}-of-the-staff`, email);
      const { id } = await alone.db
        .updateTable('accounts')
        .set({ is_admin: true })
        .where('email', '=', email)
        .returning('id')
        .executeTakeFirstOrThrow();
      owners.push({ id, person });
    }
    const [one, two] = owners;
    if (!one || !two) throw new Error('two owners expected');
    const acts: ((by: Person, id: number) => Promise<Refusable>)[] = [
      (by, id) => putRole(by, id, 'reader'),
      (by, id) => by.request('POST', `/api/admin/users/${id}/suspend`, { reason: 'Because.' }),
    ];
    for (const act of acts) {
      await alone.db
        .updateTable('accounts')
        .set({ is_admin: true, admin_role: null, suspended_at: null })
        .where('email', 'in', emailsOf)
        .execute();
      let sent: Promise<Refusable[]> | undefined;
      await alone.db.transaction().execute(async (trx) => {
        await lockRoles(trx);
        sent = Promise.all([act(one.person, two.id), act(two.person, one.id)]);
        await untilBlocked(alone, 2);
      });
      const codes = ((await sent) ?? []).map(({ status, body }) => [status, body.code]);
      expect(codes.sort()).toEqual([
        [200, undefined],
        [409, 'last_owner'],
      ]);
    }
  });
});

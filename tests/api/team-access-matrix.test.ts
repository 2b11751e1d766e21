import { beforeAll, describe, expect, it } from 'vitest';
import { hasRight, type Place, type Right, type Role } from '../../contract/roles.ts';
import type { Description } from '../../server/api-docs/description.ts';
import { everythingIn } from '../support/api/owned-resources.ts';
import { type ApiResponse, Person } from '../support/api/person.ts';
import type { RouteAccess } from '../support/api/required-access.ts';
import { undescribed } from '../support/api/response-schema.ts';
import { ACCESS, requestFor } from '../support/api/route-access.ts';
import { createTeam, type Team } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

/** People without a role at the handle, and the administrator, who has separate calls. */
const STRANGERS = ['former', 'invited', 'elsewhere', 'stranger', 'admin'] as const;
const RIGHTS = ['page', 'copy', 'manage', 'mail', 'own', 'account'];
/** Tags the people whom `npm test` omits from the matrix. They have no more rights than the others. */
const rare = (who: string, ...short: string[]) => ({ tags: short.includes(who) ? [] : ['long'] });

const server = useServer();
let document: Description;
let team: Team;
beforeAll(async () => {
  document = (await new Person(server).request('GET', '/api/openapi.json')).body;
  team = await createTeam(server);
});

/** A member, and what the owner granted: a manager and an editor, each with and without the mail of the handle. */
const PLACES = (['manager', 'editor'] as const).flatMap((role) =>
  [true, false].map((receivesMail) => ({ role, receivesMail })),
);
const named = ({ role, receivesMail }: Place) => `${role} ${receivesMail ? 'with' : 'without'} the mail`;

/** Grants the mail of a team to its member of a role, or withdraws it. */
async function setMail(of: Team, { role, receivesMail }: Place): Promise<void> {
  if (role === 'owner') return;
  await server.db
    .updateTable('handle_members')
    .set({ mail: receivesMail })
    .where('handle_id', '=', of.handleId)
    .where('account_id', '=', of[role].accountId)
    .execute();
}

interface OwnerRoute {
  route: string;
  right: Right | 'account';
  body: RouteAccess['body'];
}

/** Returns every call about something with an owner, with each body that needs another right. */
function ownerRoutes(): OwnerRoute[] {
  return Object.entries(ACCESS).flatMap(([route, access]) => {
    if (access.who !== 'owner') return [];
    const { right, body, withMail, own } = access;
    return [
      { route, right, body },
      ...(withMail ? [{ route, right: 'mail' as const, body: withMail }] : []),
      ...(own ? [{ route, right: 'own' as const, body: own }] : []),
    ];
  });
}

const personOf = (of: Team, who: Role | (typeof STRANGERS)[number]): Person =>
  who === 'admin' ? of.admin : of[who].person;

async function call(of: Team, asks: Person, { route, body }: OwnerRoute): Promise<ApiResponse<{ code?: string }>> {
  const request = requestFor(route, of.things, undefined, body);
  const response = await asks.request<{ code?: string }>(request.method, request.url, request.body);
  expect(undescribed(document, route, response), route).toEqual([]);
  return response;
}

describe('the register of rights', () => {
  it('names the right of every call about something with an owner', () => {
    const routes = server.routes.filter((route) => !route.startsWith('HEAD '));
    expect(routes.filter((route) => !(route in ACCESS))).toEqual([]);
    // Calls whose path names a handle or its forwarding are for its team; nobody can list one as a call of the account.
    for (const route of routes.filter((one) => /\/api\/(handles|email-forwarding)\/:id/.test(one))) {
      expect([route, ACCESS[route]?.who]).toEqual([route, 'owner']);
      expect(['page', 'copy', 'manage', 'mail', 'own'], route).toContain(
        ownerRoutes().find((one) => one.route === route)?.right,
      );
    }
    for (const { route, right } of ownerRoutes()) expect(RIGHTS, route).toContain(right);
    expect(ownerRoutes().length).toBeGreaterThan(40);
  });
});

describe('a person without a role at a handle', () => {
  for (const who of STRANGERS) {
    it(`gets 404 without a role, and changes nothing: ${who}`, rare(who, 'former', 'invited'), async () => {
      const before = await everythingIn(server);
      for (const one of ownerRoutes()) {
        expect([one.route, (await call(team, personOf(team, who), one)).status]).toEqual([one.route, 404]);
      }
      expect(await everythingIn(server)).toEqual(before);
    });
  }

  it('a person without a role at a handle gets 401 while signed out, and changes nothing', async () => {
    const before = await everythingIn(server);
    for (const one of ownerRoutes()) {
      expect([one.route, (await call(team, team.signedOut, one)).status]).toEqual([one.route, 401]);
    }
    expect(await everythingIn(server)).toEqual(before);
  });

  for (const who of STRANGERS) {
    it(`a person without a role at a handle finds it in no list: ${who}`, rare(who, 'former', 'invited'), async () => {
      const person = personOf(team, who);
      for (const route of Object.keys(ACCESS).filter(
        (one) => ACCESS[one]?.who === 'signed in' && one.startsWith('GET ') && one !== 'GET /api/account/export',
      )) {
        // The invitation names the handle.
        if (who === 'invited' && route === 'GET /api/invitations') continue;
        const { method, url } = requestFor(route, team.things);
        const { text } = await person.request(method, url);
        for (const secret of [team.inbox, `"${team.handle}"`])
          expect(text.includes(secret), `${route} ${who}`).toBe(false);
      }
    });
  }
});

describe('a role without a right', () => {
  for (const place of PLACES) {
    it(`a role without a right gets 403 from every call that needs it, and changes nothing: ${named(place)}`, async () => {
      await setMail(team, place);
      const before = await everythingIn(server);
      const withoutRight = ownerRoutes().filter(({ right }) => right !== 'account' && !hasRight(place, right));
      expect(withoutRight.length).toBeGreaterThanOrEqual(place.role === 'editor' ? 30 : place.receivesMail ? 4 : 25);
      for (const one of withoutRight) {
        const { status, body } = await call(team, personOf(team, place.role), one);
        expect([one.route, status, body.code]).toEqual([one.route, 403, 'role_without_right']);
      }
      expect(await everythingIn(server)).toEqual(before);
    });
  }

  it.each(['manager', 'editor'] as const)('no role reaches the account of the owner: %s', async (role) => {
    const before = await everythingIn(server);
    const ofAccount = ownerRoutes().filter(({ right }) => right === 'account');
    expect(ofAccount.length).toBeGreaterThanOrEqual(5);
    for (const one of ofAccount) {
      expect([one.route, (await call(team, personOf(team, role), one)).status]).toEqual([one.route, 404]);
    }
    expect(await everythingIn(server)).toEqual(before);
  });
});

describe('a role with a right', () => {
  // authorization-matrix.test.ts lets an owner use every route.
  for (const place of [{ role: 'owner', receivesMail: true } as const, ...PLACES]) {
    const { role } = place;
    it(
      `a role opens every call of its rights: ${named(place)}`,
      rare(named(place), 'manager with the mail'),
      async () => {
        // A team for each, because the last calls delete what the others need.
        const own = await createTeam(server);
        await setMail(own, place);
        const person = personOf(own, role);
        const allowed = ownerRoutes().filter(({ right }) => right !== 'account' && hasRight(place, right));
        expect(allowed.length).toBeGreaterThanOrEqual(role === 'editor' ? 3 : place.receivesMail ? 30 : 10);
        for (const one of allowed) {
          if (role === 'owner' && ACCESS[one.route]?.isMembersOnly) continue;
          const { status, body, text } = await call(own, person, one);
          const access = ACCESS[one.route];
          if (access?.isPaid || access?.needsMail || access?.needsProof) {
            expect([one.route, body?.code]).not.toEqual([one.route, 'role_without_right']);
            expect([one.route, body?.code]).not.toEqual([one.route, 'not_found']);
          } else expect(status, `${one.route}: ${text.slice(0, 200)}`).toBeLessThan(300);
        }
      },
    );
  }
});

describe('members of a handle without a team', () => {
  for (const state of ['resting', 'suspended', 'quarantined'] as const) {
    it(`members, unlike the owner, have no access while it is ${state}`, rare(state, 'suspended'), async () => {
      const setState = (to: 'active' | typeof state) =>
        server.db.updateTable('handles').set({ state: to }).where('id', '=', team.handleId).execute();
      await setState(state);
      const before = await everythingIn(server);
      for (const role of ['manager', 'editor'] as const) {
        for (const one of ownerRoutes()) {
          expect([one.route, (await call(team, personOf(team, role), one)).status]).toEqual([one.route, 404]);
        }
        expect((await personOf(team, role).request('GET', '/api/handles')).text).not.toContain(`"${team.handle}"`);
        expect((await personOf(team, role).request('GET', '/api/email-forwarding')).body).toEqual([]);
      }
      expect(await everythingIn(server)).toEqual(before);
      expect((await team.owner.person.request('GET', `/api/handles/${team.handleId}`)).body).toMatchObject({
        status: state,
      });
      await setState('active');
      expect((await team.editor.person.request('GET', `/api/handles/${team.handleId}`)).status).toBe(200);
    });
  }
});

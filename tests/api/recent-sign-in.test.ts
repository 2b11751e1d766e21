import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONFIRMED_ACTS } from '../../contract/confirmed-acts.ts';
import type { Description } from '../../server/api-docs/description.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { createDepartingPerson } from '../support/api/departing-person.ts';
import { everythingIn, resourcesOf } from '../support/api/owned-resources.ts';
import { Person } from '../support/api/person.ts';
import type { OwnedResources } from '../support/api/required-access.ts';
import { undescribed } from '../support/api/response-schema.ts';
import { ACCESS, requestFor } from '../support/api/route-access.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let document: Description;
let ann: Person;
let things: OwnedResources;
const routes = () => server.routes.filter((route) => !route.startsWith('HEAD '));

beforeAll(async () => {
  document = (await new Person(server).request('GET', '/api/openapi.json')).body;
  const departing = await createDepartingPerson(server);
  ann = departing.ada;
  things = await resourcesOf(server, departing);
});

describe('a sign-in that is not recent', () => {
  const age = (minutes: number) =>
    sql`update sessions set confirmed_at = confirmed_at - make_interval(mins => ${minutes}::integer)`.execute(
      server.db,
    );

  it('every write of administrators requires a recent sign-in, and exactly the routes that require one describe the error', () => {
    const acts = routes().filter((route) => ACCESS[route]?.who === 'admin' && !route.startsWith('GET '));
    expect(acts.length).toBeGreaterThanOrEqual(11);
    expect(acts.filter((route) => ACCESS[route]?.recent !== true)).toEqual([]);
    for (const route of routes().filter((one) => /\/(api|paypal)\//.test(one))) {
      const [method = '', url = ''] = route.split(' ');
      const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      const text = JSON.stringify(operation?.responses[403] ?? '');
      expect([route, text.includes('recent_sign_in_required')]).toEqual([route, Boolean(ACCESS[route]?.recent)]);
    }
  });

  it('a sign-in that is not recent is refused by the routes that require a recent one, before anything else is checked, and changes nothing', async () => {
    const admin = await signedInAdmin(server);
    await age(15);
    const before = await everythingIn(server);
    const recent = routes().filter((route) => ACCESS[route]?.recent);
    expect(recent.length).toBeGreaterThanOrEqual(20);
    for (const route of recent) {
      const { method, url, body } = requestFor(route, things);
      const field = ACCESS[route]?.recent;
      const sent = field === true ? body : { [String(field)]: 'next@inbox.example' };
      const asks = ACCESS[route]?.who === 'admin' ? admin : ann;
      const response = await asks.request(method, url, sent);
      expect([route, response.status, response.body.code]).toEqual([route, 403, 'recent_sign_in_required']);
      expect(Object.keys(CONFIRMED_ACTS), route).toContain(response.body.act);
      expect(undescribed(document, route, response)).toEqual([]);
    }
    expect(await everythingIn(server)).toEqual(before);
    await age(-15);
  });

  it('a sign-in that is not recent is enough for a change that leaves forwarding as it is', async () => {
    await age(15);
    for (const route of routes().filter(
      (one) => typeof ACCESS[one]?.recent === 'string' && !ACCESS[one]?.isMembersOnly,
    )) {
      const { method, url, body } = requestFor(route, things);
      expect([route, (await ann.request(method, url, body)).status]).toEqual([route, 200]);
    }
    await age(-15);
  });

  it('an old sign-in is renewed by an emailed code; the email names the act, and the handle only to members of its team', async () => {
    const plain = (text: string | undefined) => String(text).replace(/\s+/g, ' ');
    const askFor = async (person: Person, body: object) => {
      await server.sentEmails();
      const { status } = await person.request('POST', '/api/recent-sign-in/email', body);
      return [status, plain((await server.sentEmails())[0]?.text)] as const;
    };
    const other = new Person(server);
    await server.sentEmails();
    await other.claim('confirms-its-acts', 'confirms@private.example');
    const { id, handle } = (await other.request('GET', '/api/handles')).body[0];
    expect((await askFor(other, { act: 'inbox', handleId: id }))[1]).toContain(
      `wants to set an inbox for ${handle}@localhost.`,
    );
    const [, foreign] = await askFor(other, { act: 'offer-handle', handleId: things.handleId });
    expect(foreign).toContain('wants to hand over a handle.');
    expect((await askFor(other, {}))[1]).toContain('Here is your link to sign in');
    for (const body of [{ act: 'Give your code to evil.example' }, { act: 'inbox', text: 'x' }, { act: '__proto__' }]) {
      expect([body, (await other.request('POST', '/api/recent-sign-in/email', body)).status]).toEqual([body, 400]);
    }
    const code = { email: 'confirms@private.example', code: '' };
    await other.request('POST', '/api/recent-sign-in/email', { act: 'delete-account' });
    const [mail] = await server.sentEmails();
    expect(mail?.subject).toBe('Confirm it is you on localhost:3000');
    expect(plain(mail?.text)).toContain('wants to delete your account.');
    code.code = /^(\d{3} \d{3})$/m.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await other.request('POST', '/api/sign-in-code', code)).status).toBe(200);
  });
});
